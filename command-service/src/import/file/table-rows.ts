import { Readable } from 'node:stream';
import { limits } from '@anecdotes/contracts';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFile } from './found.ts';

/** A row of a table, and the line of the file that it ends in. */
export type TableRow = { readonly record: readonly string[]; readonly line: number };

/** The first line of a file that tells Excel its delimiter. */
const DELIMITER_LINE = /^\uFEFF?sep=([,;\t])\r?\n/i;

/** The rows of a table that are not empty, the first of which has the names of the columns. Throws UnreadableFile. */
export async function* rowsIn(chunks: AsyncIterable<string>): AsyncGenerator<TableRow> {
  const pieces = chunks[Symbol.asyncIterator]();
  const { value: start = '' } = await pieces.next();
  const named = DELIMITER_LINE.exec(start)?.[1];
  const delimiter = named ?? delimiterOf(start);
  const parser = parse({
    bom: true,
    delimiter,
    // Some programs, as Google Sheets, put no quotes around cells that have quotes when they write tabs.
    relax_quotes: delimiter === '\t',
    // The line that names the delimiter is no row.
    from_line: named === undefined ? 1 : 2,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: limits.importEntryBytes,
    info: true,
  });
  const source = Readable.from(startingWith(start, pieces));
  source.on('error', (error) => parser.destroy(error));
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = source.pipe(parser);
  try {
    for await (const { record, info } of rows) yield { record, line: info.lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = `line ${error.lines ?? 1}`;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new UnreadableFile(`The row in ${line} of the table is too large`);
    throw new UnreadableFile(`The table is broken in ${line}`);
  }
}

async function* startingWith(start: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}

/** The delimiter of a table that begins with `start`: the most frequent one in its first line, outside of quotes. */
function delimiterOf(start: string): string {
  const unquoted = start.replaceAll(/"[^"]*"/g, '');
  const line = /^[^\r\n]*/.exec(unquoted)?.[0] ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
