import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Found } from './found.ts';
import { table } from './table.ts';

test('a text in a table of our own export is read as it was written, also with the line ends of Windows', async () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8058';
  const csv = `id,timestamp,text\r\n"${id}","2026-03-02T22:30:15.250Z","  Rain\r\nSun\n"\r\n`;
  const options = { timeZone: 'UTC', columns: {}, dateOrder: 'automatic', isDryRun: false } as const;
  const all: Found[] = [];
  for await (const { found } of table(() => Readable.from([csv]), options)) all.push(...found);
  expect(all).toMatchObject([{ entry: { id, content: { description: '  Rain\nSun\n' } } }]);
});
