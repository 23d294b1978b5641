import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import type { BothSides } from '../support/both-sides.ts';

type Person = { readonly token: string };
type Sent = { readonly method: string; readonly path: string; readonly body?: object };
export type Answer = { readonly statusCode: number; readonly body: string };

/** A call that names several objects. */
export type CallWithIds = {
  readonly name: string;
  /** Creates objects of `person` that the call succeeds with, and returns their ids. */
  make(side: BothSides, person: Person): Promise<string[]>;
  call(ids: readonly string[]): Sent;
  /** Whether the call did everything that it was asked to. */
  isWhole(answer: Answer): boolean;
};

async function write(side: BothSides, token: string, fields: object = {}): Promise<string> {
  const answer = await side.call(token, 'POST', '/api/anecdotes', { description: 'One of several', ...fields });
  return answer.json().data.id;
}

const two = async (side: BothSides, { token }: Person, fields: object = {}) => [
  await write(side, token, fields),
  await write(side, token, fields),
];

async function twoDeleted(side: BothSides, person: Person): Promise<string[]> {
  const ids = await two(side, person);
  await side.call(person.token, 'POST', '/api/anecdotes/batch/delete', { ids });
  return ids;
}

const batch = (operation = newId()) => ({
  anecdotes: [{ description: 'One of several' }, { description: 'Another one' }],
  operation: { id: operation, kind: 'batch' },
});

/** The id of an operation and the two anecdotes that it created. */
async function created(side: BothSides, { token }: Person): Promise<string[]> {
  const operation = newId();
  const { data } = (await side.call(token, 'POST', '/api/anecdotes/batch', batch(operation))).json();
  return [operation, ...data.map((item: { data: { id: string } }) => item.data.id)];
}

/** The id of an API key, of an operation that it made, and of the two anecdotes that it created. */
async function createdByKey(side: BothSides, { token }: Person): Promise<string[]> {
  const { id, key } = (await side.call(token, 'POST', '/api/api-keys', { name: 'Several' })).json().data;
  const made = await created(side, { token: key });
  // An account has at most twenty keys.
  await side.call(token, 'DELETE', `/api/api-keys/${id}`);
  return [id, ...made];
}

const isOk = ({ statusCode }: Answer) => statusCode === 200;
const dataOf = <Data>({ body }: Answer) => JSON.parse(body).data as Data;
const items = dataOf<{ success: boolean; data?: { is_undone?: boolean } }[]>;
const haveSucceeded = (answer: Answer) => isOk(answer) && items(answer).every(({ success }) => success);
const areUndone = (answer: Answer) => isOk(answer) && items(answer).every(({ data }) => data?.is_undone);
const haveChanged = (answer: Answer) => dataOf<{ changed: number }>(answer).changed === 2;

/** Every call of the API that names two objects or more. */
export const callsWithIds: readonly CallWithIds[] = [
  {
    name: 'an edit with a parent',
    make: two,
    call: ([id, parent]) => ({ method: 'PUT', path: `/api/anecdotes/${id}`, body: { connected_to: parent } }),
    isWhole: isOk,
  },
  {
    name: 'a link',
    make: two,
    call: ([id, parent]) => ({ method: 'PUT', path: `/api/anecdotes/${id}/parent`, body: { parent } }),
    isWhole: isOk,
  },
  {
    name: 'a batch with parents',
    make: two,
    call: (ids) => ({
      method: 'POST',
      path: '/api/anecdotes/batch',
      body: { anecdotes: ids.map((id) => ({ description: 'A child', connected_to: id })) },
    }),
    isWhole: haveSucceeded,
  },
  {
    name: 'a deletion of two',
    make: two,
    call: (ids) => ({ method: 'POST', path: '/api/anecdotes/batch/delete', body: { ids } }),
    isWhole: haveSucceeded,
  },
  {
    name: 'a restoration of two',
    make: twoDeleted,
    call: (ids) => ({ method: 'POST', path: '/api/anecdotes/batch/restore', body: { ids } }),
    isWhole: haveSucceeded,
  },
  {
    name: 'a renamed tag',
    make: (side, person) => two(side, person, { tags: ['several'] }),
    call: (anecdotes) => ({
      method: 'POST',
      path: '/api/tags/rename',
      body: { from: 'several', to: 'many', anecdotes },
    }),
    isWhole: haveChanged,
  },
  {
    name: 'a deleted tag',
    make: (side, person) => two(side, person, { tags: ['several'] }),
    call: (anecdotes) => ({ method: 'POST', path: '/api/tags/delete', body: { tag: 'several', anecdotes } }),
    isWhole: haveChanged,
  },
  {
    name: 'an undo of an operation',
    make: created,
    call: ([operation, ...anecdotes]) => ({
      method: 'POST',
      path: '/api/history/undo',
      body: { changes: { operation }, anecdotes },
    }),
    isWhole: areUndone,
  },
  {
    name: 'an undo of what a key did',
    async make(side, person) {
      const [key = '', , ...anecdotes] = await createdByKey(side, person);
      return [key, ...anecdotes];
    },
    call: ([key, ...anecdotes]) => ({
      method: 'POST',
      path: '/api/history/undo',
      body: { changes: { key, since: '2020-01-01T00:00:00.000Z' }, anecdotes },
    }),
    isWhole: areUndone,
  },
  {
    name: 'the history of a key and an operation',
    make: async (side, person) => (await createdByKey(side, person)).slice(0, 2),
    call: ([key, operation]) => ({ method: 'GET', path: `/api/history?key=${key}&operation=${operation}` }),
    isWhole: (answer) => isOk(answer) && dataOf<unknown[]>(answer).length === 2,
  },
  {
    name: 'the anecdotes that a key and an operation changed',
    make: async (side, person) => (await createdByKey(side, person)).slice(0, 2),
    call: ([key, operation]) => ({ method: 'GET', path: `/api/history/anecdotes?key=${key}&operation=${operation}` }),
    isWhole: (answer) => isOk(answer) && dataOf<{ anecdotes: unknown[] }>(answer).anecdotes.length === 2,
  },
];

/** `answer` without ids, times and positions that differ between equal answers; `ids` are replaced by their places. */
export function comparable({ statusCode, body }: Answer, ids: readonly string[]): string {
  let text = body;
  for (const [place, id] of ids.entries()) text = text.replaceAll(id, `id ${place}`);
  return `${statusCode} ${text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'another id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"position":"\d+"/g, 'position')}`;
}
