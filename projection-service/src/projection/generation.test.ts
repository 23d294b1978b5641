import { expect, test } from 'vitest';
import { digestOf } from './generation.ts';
import { defineProjector } from './projector.ts';
import { type Columns, defineTable, integer, nullable, text, uuid } from './table.ts';

/** The digest of one projector with one table. */
function digest(version: number, { columns = {}, index = '' }: { columns?: Columns; index?: string } = {}): string {
  const table = defineTable({
    name: 'thing',
    owner: 'id',
    columns: { ...columns, id: uuid(), revision: integer() },
    indexes: () => index,
  });
  return digestOf([
    defineProjector({ name: 'things', version, tables: [table], consumes: {}, forgets: 'nothing', handlers: {} }),
  ]);
}

test('views are not rebuilt while projectors and tables stay as they are', () => {
  expect(digest(1)).toBe(digest(1));
});

test.each([
  ['version of a projector', digest(2)],
  ['column', digest(1, { columns: { mood: nullable(text()) } })],
  ['index', digest(1, { index: 'create index if not exists thing_revision on thing (revision);' })],
])('views are rebuilt when a %s changes', (_, changed) => {
  expect(changed).not.toBe(digest(1));
});
