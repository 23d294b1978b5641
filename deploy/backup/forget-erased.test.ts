import { expect, test } from 'vitest';
import { addErasure, noErasures } from './erasures.ts';
import { createErasureFilter } from './forget-erased.ts';

const [ann, ben, guest] = [
  '01900000-0000-7000-8000-00000000000a',
  '01900000-0000-7000-8000-00000000000b',
  '01900000-0000-7000-8000-00000000000c',
];
const [early, late, whole] = [
  '01900000-0000-7000-8000-0000000000e1',
  '01900000-0000-7000-8000-0000000000e2',
  '01900000-0000-7000-8000-0000000000e3',
];
const references = (table: string, column: string) => [
  { column, table, key: table === 'credential' ? 'account' : 'id' },
];
const tables = [
  { name: 'subject_key', parents: [] },
  { name: 'credential', parents: [] },
  { name: 'api_key', parents: references('credential', 'account') },
  { name: 'api_key_secret', parents: references('api_key', 'api_key') },
  { name: 'anecdote_key_block', parents: [] },
  { name: 'operation', parents: references('credential', 'account') },
  { name: 'import_part', parents: references('operation', 'operation') },
  { name: 'anecdote_secret', parents: references('anecdote_key_block', 'block') },
];

/** An erasure before the backup. */
const earlier = { owner: ann, keys: [] };

/** The rows that remain once `erased` is left out, each as [table, columns], and the erased keys that they had. */
function leaveOut(erased: readonly object[], rows: readonly [table: string, row: object][]) {
  const erasures = noErasures();
  for (const one of erased) addErasure(erasures, JSON.stringify(one), one !== earlier);
  const filter = createErasureFilter(tables, erasures, () => [{ number: 7, wrapped: 'kept' }]);
  const remaining = rows.flatMap(([table, row]) => filter.remaining({ table, row: JSON.stringify(row) }));
  return { remaining: remaining.map(({ table, row }) => [table, JSON.parse(row)]), erasedKeys: filter.erasedKeys };
}

test('an erased person leaves only a key row without the key, and rows of other people stay as they are', () => {
  const kept: [string, object][] = [
    ['subject_key', { subject: ben, wrapped: 'w', destroyed_at: null }],
    ['credential', { account: ben }],
    ['api_key', { id: '2', account: ben }],
    ['api_key_secret', { hash: '4', api_key: '2' }],
  ];
  const { remaining, erasedKeys } = leaveOut(
    [{ person: ann }],
    [
      ['subject_key', { subject: ann, wrapped: 'w', destroyed_at: null }],
      ['credential', { account: ann }],
      ['api_key', { id: '1', account: ann }],
      ['api_key_secret', { hash: '3', api_key: '1' }],
      ...kept,
    ],
  );
  expect(remaining).toEqual([
    ['subject_key', { subject: ann, wrapped: null, destroyed_at: expect.any(String) }],
    ...kept.map(([table, row]) => [table, row]),
  ]);
  expect([...erasedKeys.people]).toEqual([ann]);
});

test('an erased anecdote loses its secret, and its key block is replaced by the secrets of the other anecdotes', () => {
  const block = { id: whole, account: ben, wrapped: 'w', created_at: '2026-01-01T00:00:00Z' };
  const { remaining, erasedKeys } = leaveOut(
    [{ owner: ben, keys: [`${whole}.3`, `${late}.5`] }],
    [
      ['anecdote_key_block', block],
      ['anecdote_secret', { block: late, number: 5, wrapped: 'w' }],
      ['anecdote_secret', { block: late, number: 6, wrapped: 'w' }],
    ],
  );
  expect(remaining).toEqual([
    ['anecdote_key_block', { ...block, wrapped: null }],
    ['anecdote_secret', { block: whole, number: 7, wrapped: 'kept' }],
    ['anecdote_secret', { block: late, number: 6, wrapped: 'w' }],
  ]);
  expect([...erasedKeys.anecdotes]).toEqual([`${whole}.3`, `${late}.5`]);
});

test('an emptied journal loses the keys in blocks made before it was emptied, and the single secrets of these blocks', () => {
  const block = (id: string, wrapped: string | null, created_at: string) => ({
    id,
    account: guest,
    wrapped,
    created_at,
  });
  const { remaining, erasedKeys } = leaveOut(
    [
      { journal: guest, before: '2026-02-02T00:00:00.000Z' },
      { journal: guest, before: '2026-02-01T00:00:00.000Z' },
    ],
    [
      ['anecdote_key_block', block(whole, 'w', '2026-02-01T12:00:00+00:00')],
      ['anecdote_key_block', block(early, null, '2026-01-31T00:00:00+00:00')],
      ['anecdote_key_block', block(late, 'w', '2026-02-03T00:00:00+00:00')],
      ['anecdote_secret', { block: early, number: 5, wrapped: 'w' }],
    ],
  );
  expect(remaining.map(([, row]) => [row.id, row.wrapped])).toEqual([
    [whole, null],
    [early, null],
    [late, 'w'],
  ]);
  expect([...erasedKeys.journals]).toEqual([guest]);
});

test('an unfinished import of an account that erased anecdotes later, and every operation of an emptied journal, is left out', () => {
  const operation = (id: string, account: string, kind: string, finished_at: string | null): [string, object] => [
    'operation',
    { id, account, kind, finished_at },
  ];
  const part = (operation: string): [string, object] => ['import_part', { operation, number: 0, content: 'sealed' }];
  const finished = '2026-02-01T12:00:00+00:00';
  const { remaining } = leaveOut(
    [{ owner: ben, keys: [] }, earlier, { journal: guest, before: '2026-02-02T00:00:00.000Z' }],
    [
      operation('1', ben, 'import', null),
      operation('2', ben, 'import', finished),
      operation('3', ben, 'tags', null),
      operation('4', guest, 'tags', finished),
      operation('5', ann, 'import', null),
      part('1'),
      part('5'),
    ],
  );
  expect(remaining.map(([table, row]) => [table, row.id ?? row.operation])).toEqual([
    ['operation', '2'],
    ['operation', '3'],
    ['operation', '5'],
    ['import_part', '5'],
  ]);
});
