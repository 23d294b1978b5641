import { AnecdoteView, streams } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAnecdoteId } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';
import { comparableAnswer } from '../support/visitor.ts';

let side: QuerySide;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  side = await startQuerySide();
  side.startProjector();
  ann = await side.newPerson();
  ben = await side.newPerson();
});

afterAll(() => side.close());

describe('one anecdote', () => {
  test('is returned as it was written, with its revision as ETag', async () => {
    const id = await side.write(ann, { tags: ['a', 'b'] }, '2026-01-02T03:04:05.678Z');
    const { status, headers, body } = await side.get(ann, `/api/anecdotes/${id}`);
    expect(status).toBe(200);
    expect(headers.etag).toBe('"0"');
    expect(headers['cache-control']).toBe('no-store');
    expect(BigInt(String(headers['x-log-position']))).toBeGreaterThan(0n);
    expect(AnecdoteView.strict().parse(body.data)).toEqual({
      id,
      description: 'Walked along the river',
      timestamp: '2026-11-20T08:00:00.000Z',
      time_zone: 'Europe/Zurich',
      tags: ['a', 'b'],
      location: 'Aare',
      coordinates: { lat: 46.95, lng: 7.44, address: null },
      connected_to: null,
      reaction_count: 0,
      user_reacted: false,
      created_at: '2026-01-02T03:04:05.678Z',
      updated_at: '2026-01-02T03:04:05.678Z',
      revision: 0,
    });
  });

  test('keeps timestamps of the years 1 and 9999', async () => {
    for (const timestamp of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      const id = await side.write(ann, { timestamp, time_zone: 'Pacific/Kiritimati' });
      expect((await side.get(ann, `/api/anecdotes/${id}`)).body.data.timestamp).toBe(timestamp);
    }
  });

  test('shows to a reader whether they reacted', async () => {
    const id = await side.write(ann);
    await side.record(streams.anecdote(id), ann.account, {
      type: 'SameHereAdded',
      data: { owner: ann.account, account: ann.account },
    });
    const { body } = await side.get(ann, `/api/anecdotes/${id}/reactions`);
    expect(body.data).toEqual({ reaction_type: 'same_here', count: 1, user_reacted: true });
  });

  test('of somebody else, or with an invalid id, is answered like a missing one', async () => {
    const id = await side.write(ann);
    const bare = ({ status, text }: { status: number; text: string }) =>
      comparableAnswer({ statusCode: status, body: text });
    for (const path of ['', '/timeline', '/connections', '/reactions']) {
      const foreign = await side.get(ben, `/api/anecdotes/${id}${path}`);
      const missing = await side.get(ben, `/api/anecdotes/${newAnecdoteId()}${path}`);
      const malformed = await side.get(ben, `/api/anecdotes/no-id${path}`);
      expect(foreign.status).toBe(404);
      expect(foreign.body.error.code).toBe('ANECDOTE_NOT_FOUND');
      expect(bare(foreign)).toBe(bare(missing));
      expect(bare(malformed)).toBe(bare(missing));
    }
  });
});
