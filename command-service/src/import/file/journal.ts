import { type ImportFormat, limits } from '@anecdotes/contracts';
import { dayOneEntry } from './day-one.ts';
import { type FileToRead, type Found, type FoundPart, UnknownJournal, UnreadableFile } from './found.ts';
import { journivEntry } from './journiv.ts';
import { type JsonItem, jsonItems } from './json-items.ts';
import { listedMemo, missingPages } from './memos.ts';
import { checkOwn, ownEntry } from './own-journal.ts';

type Read = (item: JsonItem, timeZone: string) => Found[];

/** What is read in each format: fields of the outermost object, and the items of its lists. */
const readers = {
  anecdotes: fields({ format: checkOwn, version: checkOwn, anecdotes: ownEntry, trash: ownEntry }),
  'day-one': fields({ entries: dayOneEntry }),
  journiv: fields({ export_version: () => [], journals: journivEntry }),
  memos: fields({ memos: listedMemo, nextPageToken: missingPages }),
} satisfies Partial<Record<ImportFormat, unknown>>;
type Format = keyof typeof readers;

function fields(reads: Record<string, Read>): ReadonlyMap<string, Read> {
  return new Map(Object.entries(reads));
}

const formatBy: ReadonlyMap<string, Format> = new Map([
  ['format', 'anecdotes'],
  ['entries', 'day-one'],
  ['export_version', 'journiv'],
  ['journals', 'journiv'],
  ['memos', 'memos'],
  ['nextPageToken', 'memos'],
]);
const paths = ['format', 'version', 'export_version', 'anecdotes.*', 'trash.*', 'entries.*', 'memos.*'];

/** Reads a journal in JSON, ours or another program's: its first known field tells which. Throws UnreadableFile. */
export async function* readJournal(
  chunks: AsyncIterable<Uint8Array>,
  { timeZone }: Pick<FileToRead, 'timeZone'>,
): AsyncGenerator<FoundPart> {
  let format: Format | undefined;
  for await (const items of jsonItems(bounded(chunks), [...paths, 'nextPageToken', 'journals.*.entries.*'])) {
    const found: Found[] = [];
    for (const item of items) {
      format ??= formatBy.get(item.path);
      if (format === undefined && item.path !== 'version') throw new UnknownJournal();
      const read = format && readers[format].get(item.path);
      found.push(...(read?.(item, timeZone) ?? []));
    }
    if (format !== undefined) yield { format, found };
  }
  if (format === undefined) throw new UnknownJournal();
}

/** Passes `chunks` on. Throws UnreadableFile when they exceed the allowed size, whatever the file's header says. */
export async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limits.importUnpackedBytes) throw new UnreadableFile('The file is too large');
    yield chunk;
  }
}
