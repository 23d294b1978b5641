import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { expectNoneIn, storedIn } from '../support/stored.ts';

let side: CommandSide;
let call: Caller;

beforeAll(async () => {
  side = await startCommandSide();
  call = callerOf(side.app, await side.tokenOf());
});
afterAll(() => side.close());

const canaries = {
  text: 'canary-text-8f3a',
  tag: 'canary-tag-8f3a',
  place: 'canary-place-8f3a',
  address: 'canary-address-8f3a',
  latitude: '12.345678',
  key: 'canary-key-8f3a',
  username: 'canary-name-8f3a',
  password: 'canary-password-8f3a',
};

test('what a person writes appears in plain text in no column, log line or metric of the command side', async () => {
  const personal = {
    description: canaries.text,
    tags: [canaries.tag],
    location: canaries.place,
    coordinates: { lat: Number(canaries.latitude), lng: 1, address: canaries.address },
  };
  const key = { 'idempotency-key': canaries.key };
  const { id } = (await call('POST', '/api/anecdotes', personal, key)).json().data;
  await call('POST', '/api/anecdotes/batch', { anecdotes: [personal, { ...personal, [canaries.text]: 1 }] });
  await call('PUT', `/api/anecdotes/${id}`, { description: `${canaries.text} again` });
  await call('PUT', `/api/anecdotes/${id}`, { description: `${canaries.text}\u0000` });
  await call('PUT', `/api/anecdotes/${canaries.text}?q=${canaries.text}`, { description: canaries.text });
  await call('POST', '/api/anecdotes', `{"description":"${canaries.text}`);
  await call('POST', `/api/${canaries.text}`, personal);
  await call('DELETE', `/api/anecdotes/${id}`);
  await call('POST', `/api/anecdotes/${id}/restore`);
  const rename = { from: canaries.tag, to: `${canaries.tag} too`, anecdotes: [id] };
  const renamed = (await call('POST', '/api/tags/rename', rename)).json().data;
  expect(renamed).toMatchObject({ status: 'done', changed: 1 });
  await call('POST', '/api/tags/delete', { tag: canaries.tag, anecdotes: [canaries.text] });
  await call('POST', `/api/operations/${renamed.id}/undo`);
  await side.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `username=${canaries.username}&password=${canaries.password}`,
  });

  const stored = await storedIn(side.vault, 'log', 'vault');
  expect(stored).toContain('AnecdoteRestored');
  expectNoneIn([stored, side.logged(), await side.registry.metrics()].join('\n'), canaries);
});
