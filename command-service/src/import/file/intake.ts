import {
  type AccountId,
  AnecdoteId,
  beginningOf,
  IMPORT_BOUNDS,
  type ImportProblem,
  type ImportReport,
  limits,
  Problem,
} from '@anecdotes/contracts';
import { derivedId } from '@anecdotes/contracts/server/crypto/identifiers';
import {
  type AnecdoteToFind,
  type FoundInJournal,
  findInJournal,
  findParents,
} from '@anecdotes/contracts/server/journal-lookup';
import type pg from 'pg';
import { replacementId } from '../entry-ids.ts';
import type { ImportEntry } from '../import-part.ts';
import type { FileEntry, FoundPart } from './found.ts';
import { idsByPath, linked } from './links.ts';
import { separateTimes } from './separate-times.ts';

type Fate = ImportReport['preview'][number]['fate'];

/** What is to be imported from a file, without the entries themselves. */
export type TakenIn = {
  readonly report: ImportReport;
  readonly anecdotes: readonly AnecdoteId[];
  readonly parents: readonly (AnecdoteId | null)[];
};

type Dependencies = {
  readonly vault: pg.Pool;
  readonly account: AccountId;
  readonly now: Date;
  /** Stores the next entries to import. */
  keep(entries: readonly ImportEntry[]): Promise<void>;
};

/**
 * Decides for each entry of a file whether it is new, in the journal or in its trash, and which anecdote it continues.
 * Throws IMPORT_TOO_LARGE for more new entries than one operation may have, IMPORT_UNREADABLE for too many that cannot
 * be read.
 */
export async function takeIn(
  { vault, account, now, keep }: Dependencies,
  parts: AsyncIterable<FoundPart>,
): Promise<TakenIn> {
  const preview: ImportReport['preview'] = [];
  const { problems, report } = listProblems();
  const counts = { entries: 0, new: 0, deleted: 0, trashed: 0, known: 0, known_deleted: 0 };
  const anecdotes: AnecdoteId[] = [];
  const links: { at: string; to: string | null; shown: ImportReport['preview'][number] | undefined }[] = [];
  const seen = new Set<string>();
  /** The anecdotes that are to be restored. */
  const restored = new Set<AnecdoteId>();
  /** The anecdote ids of entries, by their ids and keys in the file. */
  const ids = new Map<string, AnecdoteId>();
  const separate = separateTimes();
  let format: ImportReport['format'] | undefined;
  let table: ImportReport['table'] = null;

  for await (const part of parts) {
    format = part.format;
    table = part.table ?? table;
    const identified = identify(part, { account, ids, seen, report });
    const matches = await findEntries(vault, account, identified.map(lookupOf), now);
    const taken: ImportEntry[] = [];
    for (const [index, { at, entry, id }] of identified.entries()) {
      const match = matches[index];
      const fate = fateOf(entry, match?.foundIn);
      const content = entry.id === null ? separate(entry.content) : entry.content;
      const anecdote = match === undefined ? id : AnecdoteId.parse(match.id);
      if (match !== undefined) for (const name of namesOf(entry, id)) ids.set(name, anecdote);
      // One entry may have the id of the anecdote, another the id that it replaces.
      if (fate === 'trashed' && restored.has(anecdote)) {
        report({ at, message: TWICE });
        continue;
      }
      if (fate === 'trashed') restored.add(anecdote);
      counts.entries += 1;
      counts[fate] += 1;
      if (fate === 'deleted') counts.new += 1;
      if (fate === 'known' && match?.foundIn === 'trash') counts.known_deleted += 1;
      const shown = preview.length < IMPORT_BOUNDS.preview ? previewOf(entry, fate) : undefined;
      if (shown !== undefined) preview.push(shown);
      if (fate === 'known') continue;
      const { same_here, is_deleted } = entry;
      taken.push({ content, same_here, is_deleted });
      anecdotes.push(anecdote);
      links.push({ at, to: entry.connected_to, shown });
    }
    if (anecdotes.length > limits.operation) throw new Problem('IMPORT_TOO_LARGE', { message: TOO_MANY });
    await keep(taken);
  }
  if (format === 'markdown') {
    const byPath = links.flatMap(({ to }) => (to === null || ids.has(to) ? [] : [to]));
    for (const [link, id] of idsByPath(ids, new Set(byPath))) ids.set(link, id);
  }
  const outside = links.flatMap(({ to }) => (to === null || ids.has(to) || !isUuid(to) ? [] : [to]));
  for (const [key, id] of await ownAmong(vault, account, outside, now)) ids.set(key, id);
  const wanted = links.map(({ at, to }) => ({ at, parent: to, found: to === null ? undefined : ids.get(to) }));
  // An import that was stopped may have left links to entries of this file.
  const known = await findParents(
    vault,
    account,
    wanted.flatMap(({ found }) => found ?? []),
  );
  const parents = linked(anecdotes, wanted, known, (problem) => report(problem, { isPart: true }));
  for (const [index, { shown }] of links.entries()) if (shown !== undefined) shown.is_linked = parents[index] !== null;
  if (format === undefined) throw new Problem('IMPORT_UNREADABLE');
  return { report: { format, ...counts, preview, ...problems(), table }, anecdotes, parents };
}

/**
 * Counts problems and lists the first of them. `report` throws IMPORT_UNREADABLE when there are too many, without those
 * about a part of an entry that is read (`isPart`).
 */
function listProblems() {
  const listed: ImportProblem[] = [];
  let count = 0;
  let unread = 0;
  return {
    problems: () => ({ problems: listed, problem_count: count }),
    report({ at, message }: ImportProblem, { isPart = false } = {}): void {
      count += 1;
      if (!isPart) unread += 1;
      if (listed.length < IMPORT_BOUNDS.problems) {
        listed.push({ at: beginningOf(at, IMPORT_BOUNDS.problemAtLength), message });
      }
      if (unread > limits.operation) throw new Problem('IMPORT_UNREADABLE', { message: TOO_BROKEN });
    },
  };
}

type Identified = { readonly at: string; readonly entry: FileEntry; readonly id: AnecdoteId };

/** The entries of `part` that are new to `seen`; adds them to it, and their names to `ids`. Reports the other ones. */
function identify(
  part: FoundPart,
  file: {
    readonly account: AccountId;
    readonly ids: Map<string, AnecdoteId>;
    readonly seen: Set<string>;
    report(problem: ImportProblem, about?: { isPart: boolean }): void;
  },
): Identified[] {
  const identified: Identified[] = [];
  let entryAt: string | undefined;
  for (const found of part.found) {
    if ('message' in found) {
      // What is left out of an entry follows it.
      file.report(found, { isPart: found.at === entryAt });
      continue;
    }
    entryAt = found.at;
    const id = idOf(found.entry, file.account);
    const isRepeated = file.seen.has(id);
    if (isRepeated) file.report({ at: found.at, message: TWICE });
    else identified.push({ ...found, id });
    file.seen.add(id);
    // In an earlier part of the file, the entry may have been found under another id.
    const anecdote = (isRepeated && file.ids.get(id)) || id;
    for (const name of namesOf(found.entry, id)) file.ids.set(name, anecdote);
  }
  return identified;
}

/** The names by which other entries of the file link to an entry. */
function namesOf({ key }: FileEntry, id: AnecdoteId): string[] {
  return [id, key ?? id];
}

function lookupOf({ id, entry }: Identified): AnecdoteToFind & { readonly id: AnecdoteId } {
  return { id, content: isKnownByContent(entry) ? entry.content : undefined };
}

function previewOf({ content, connected_to }: FileEntry, fate: Fate) {
  return { ...content, tags: [...content.tags], fate, is_linked: connected_to !== null };
}

const TWICE = 'Is in the file twice';

const TOO_MANY = `This file has more than ${limits.operation.toLocaleString('en')} new entries. Please import it in parts.`;

const TOO_BROKEN = `More than ${limits.operation.toLocaleString('en')} entries of this file cannot be read.`;

/** The same entry has the same id, however often its file is imported. */
function idOf({ id, seed, content }: FileEntry, account: AccountId): AnecdoteId {
  if (id !== null) return id;
  if (seed !== null) return AnecdoteId.parse(derivedId(`${account}\n${seed}`, new Date(0)));
  const { timestamp, description } = content;
  const at = new Date(Math.max(0, Date.parse(timestamp)));
  return AnecdoteId.parse(derivedId(`${account}\n${timestamp}\n${description}`, at));
}

function isKnownByContent({ id, seed }: FileEntry): boolean {
  return id === null && seed === null;
}

const isUuid = (text: string) => AnecdoteId.safeParse(text).success;

function fateOf({ is_deleted }: FileEntry, foundIn: 'journal' | 'trash' | undefined): Fate {
  if (foundIn === undefined) return is_deleted ? 'deleted' : 'new';
  return foundIn === 'journal' || is_deleted ? 'known' : 'trashed';
}

/** Finds each of `wanted` in the journal of `account`, also if it was imported under the id that replaces its own. */
async function findEntries<Wanted extends AnecdoteToFind & { readonly id: AnecdoteId }>(
  vault: pg.Pool,
  account: AccountId,
  wanted: readonly Wanted[],
  now: Date,
): Promise<(FoundInJournal | undefined)[]> {
  const found = await findInJournal(vault, account, wanted, now);
  const missing = wanted.filter((_, index) => found[index] === undefined);
  const replaced = await findInJournal(
    vault,
    account,
    missing.map(({ id }) => ({ id: replacementId(account, id) })),
    now,
  );
  const byId = new Map(missing.map(({ id }, index) => [id, replaced[index]]));
  return wanted.map(({ id }, index) => found[index] ?? byId.get(id));
}

/** The anecdotes of `account` among those with `ids`, with the ids that they have in its journal. */
async function ownAmong(
  vault: pg.Pool,
  account: AccountId,
  ids: readonly string[],
  now: Date,
): Promise<[string, AnecdoteId][]> {
  const wanted = [...new Set(ids)];
  const lookups = wanted.map((id) => ({ id: AnecdoteId.parse(id) }));
  const found = await findEntries(vault, account, lookups, now);
  return wanted.flatMap((id, index) => {
    const match = found[index];
    return match === undefined ? [] : [[id, AnecdoteId.parse(match.id)] as [string, AnecdoteId]];
  });
}
