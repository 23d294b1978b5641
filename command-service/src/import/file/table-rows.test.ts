import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { rowsIn } from './table-rows.ts';

async function recordsOf(table: string): Promise<(readonly string[])[]> {
  const records: (readonly string[])[] = [];
  for await (const { record } of rowsIn(Readable.from([table]))) records.push(record);
  return records;
}

test('quotes within the cells of a table with tabs are part of the text', async () => {
  expect(await recordsOf('date\ttext\n1\tShe said "Rain"\n2\t"Rain" she said\n3\t"Two ""lines""\nhere"\n')).toEqual([
    ['date', 'text'],
    ['1', 'She said "Rain"'],
    ['2', '"Rain" she said'],
    ['3', 'Two "lines"\nhere'],
  ]);
});
