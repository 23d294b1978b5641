import {
  type AnecdoteContent,
  emptyContent,
  JOURNAL_FORMAT,
  JOURNAL_VERSION,
  type JournalAnecdote,
  type JournalFile,
  normaliseTags,
  type TrashedAnecdote,
  withoutHiddenCharacters,
} from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import fc from 'fast-check';

const recorded = {
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  channel: 'web',
  operation: null,
} as const;

/** A journal file with these anecdotes. */
export function journalFile(
  anecdotes: readonly JournalAnecdote[],
  trash: readonly TrashedAnecdote[] = [],
): JournalFile {
  const head = { exported_at: recorded.created_at, position: '1', is_whole: true };
  return { format: JOURNAL_FORMAT, version: JOURNAL_VERSION, ...head, anecdotes: [...anecdotes], trash: [...trash] };
}

/** An anecdote of a journal file with a new id. */
export function journalAnecdote(fields: Partial<JournalAnecdote> = {}): JournalAnecdote {
  return {
    id: newId(),
    ...emptyContent,
    description: 'Rain all day.',
    timestamp: '2026-11-20T08:00:00.000Z',
    connected_to: null,
    same_here: false,
    recorded,
    ...fields,
  };
}

const odd = [
  '=1+1',
  '---',
  '[[x]]',
  'שלום',
  '🎻'.repeat(40),
  '</script><img src=x onerror=alert(1)>',
  'a\nb\n\tc',
  '{"a":1}',
];
const storable = (text: string) => text.replaceAll(/[^\P{Cc}\t\n]|\p{Cs}/gu, '');
const text = (max: number) =>
  fc
    .oneof(fc.string({ unit: 'binary', maxLength: max }), fc.constantFrom(...odd.map((each) => each.slice(0, max))))
    .map(storable);
const line = (max: number) =>
  text(max)
    .map((each) => each.replaceAll(/[\t\n\u2028\u2029]/g, ' ').trim())
    .filter((each) => /[\p{L}\p{N}]/u.test(each));
const place = fc.option(line(60));
const degrees = (most: number) => fc.integer({ min: -most * 1_000, max: most * 1_000 }).map((each) => each / 1_000);

const written: fc.Arbitrary<AnecdoteContent> = fc.record({
  description: text(300).map((each) => `${each}x`),
  tags: fc
    .array(line(20), { maxLength: 4 })
    .map((tags) => normaliseTags(tags.map((tag) => withoutHiddenCharacters(tag).replaceAll(',', '')))),
  timestamp: fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  time_zone: fc.constantFrom('UTC', 'Europe/Zurich', 'Asia/Kathmandu', 'America/St_Johns'),
  location: place,
  coordinates: fc.option(fc.record({ lat: degrees(90), lng: degrees(180), address: place })),
});

/** Journals with trash, branches and Same Here, as an export has them. */
export const journals: fc.Arbitrary<JournalFile> = fc
  .array(fc.tuple(written, fc.boolean(), fc.boolean(), fc.nat()), { maxLength: 10 })
  .map((entries) => {
    const anecdotes: JournalAnecdote[] = [];
    for (const [content, same_here, isLinked, place] of entries) {
      const parent = isLinked ? anecdotes[place % Math.max(1, anecdotes.length)] : undefined;
      anecdotes.push(
        journalAnecdote({ ...content, tags: [...content.tags], same_here, connected_to: parent?.id ?? null }),
      );
    }
    const isGone = (index: number) => (entries[index]?.[3] ?? 0) % 4 === 3;
    return journalFile(
      anecdotes.filter((_, index) => !isGone(index)),
      anecdotes.filter((_, index) => isGone(index)).map((each) => ({ ...each, deleted_at: recorded.created_at })),
    );
  });

/** The parts that two journals must have in common: everything but when and how they were recorded. */
export function comparable({ anecdotes, trash = [] }: JournalFile) {
  const plain = ({ recorded: _, ...anecdote }: JournalAnecdote) => anecdote;
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  return {
    anecdotes: anecdotes.map(plain).sort(byId),
    trash: trash.map(({ deleted_at: _, ...anecdote }) => plain(anecdote)).sort(byId),
  };
}

/** The same journal with new ids, because property tests try a generated one more than once. */
export function withNewIds(file: JournalFile): JournalFile {
  const ids = [...file.anecdotes, ...(file.trash ?? [])].map(({ id }) => id);
  return JSON.parse(ids.reduce((json, id) => json.replaceAll(id, newId()), JSON.stringify(file)));
}

/** Every other anecdote, except those whose parent is left out. */
export function halfOf(file: JournalFile): JournalFile {
  const kept = new Set<string | null>([null]);
  const half = file.anecdotes.filter(({ id, connected_to }, index) => {
    const isKept = index % 2 === 0 && kept.has(connected_to);
    if (isKept) kept.add(id);
    return isKept;
  });
  return journalFile(half);
}
