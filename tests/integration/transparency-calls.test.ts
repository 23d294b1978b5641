import { openCheckpoint } from '@anecdotes/contracts/server/transparency/checkpoint';
import { createGrowingTree, leafHash } from '@anecdotes/contracts/server/transparency/merkle-tree';
import { verifierKeyText } from '@anecdotes/contracts/server/transparency/signed-note';
import { entriesOf } from '@anecdotes/contracts/server/transparency/tiles';
import { checkProof } from '@anecdotes/deploy/verify-proof/check-proof';
import { publishCheckpoint } from '@anecdotes/projection-service/transparency/checkpoints';
import { growTree } from '@anecdotes/projection-service/transparency/grow-tree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { openMailbox } from '../support/mailbox.ts';
import { visitorOf } from '../support/visitor.ts';

let side: BothSides;
let visitor: ReturnType<typeof visitorOf>;
let token: string;

beforeAll(async () => {
  side = await startBothSides({ servesTree: true });
  visitor = visitorOf(side);
  ({ token } = await visitor.newMember(openMailbox(side)));
});
afterAll(() => side.close());

const get = (path: string, as?: string) => side.call(as, 'GET', `/api/${path}`);

test('a person gets a proof of the current version of an anecdote that shows its text, and nobody else does', async () => {
  const written = await side.call(token, 'POST', '/api/anecdotes', { description: 'A heron on the roof' });
  const { id } = written.json().data;
  await side.call(token, 'PUT', `/api/anecdotes/${id}`, { description: 'Two herons' });
  await side.call(token, 'POST', `/api/anecdotes/${id}/react`, {});
  const { name, proof } = (await get(`anecdotes/${id}/proof`, token)).json().data;
  expect(name).toBe(`anecdote-${id}.tlog-proof`);
  const shown = checkProof(Buffer.from(proof), verifierKeyText(side.checkpointKeys.signer.verifier));
  expect(shown.event).toMatchObject({ type: 'AnecdoteEdited', revision: 1, description: 'Two herons' });

  const { token: stranger } = await visitor.newMember(openMailbox(side));
  expect((await get(`anecdotes/${id}/proof`, stranger)).statusCode).toBe(404);
  await side.call(token, 'DELETE', `/api/anecdotes/${id}`);
  expect((await get(`anecdotes/${id}/proof`, token)).statusCode).toBe(404);
});

test('the tree is served as tlog-tiles up to its last checkpoint, can be cached for everybody, and shows no text', async () => {
  expect((await get('tlog/checkpoint')).statusCode).toBe(404);
  const { pool, source } = side.projection;
  const signed = { pool, source, keys: side.checkpointKeys, destinations: {} };
  const { note, size } = await publishCheckpoint(signed);
  await side.call(token, 'POST', '/api/anecdotes', { description: 'Not yet in a checkpoint' });
  await growTree(signed);

  const checkpoint = await get('tlog/checkpoint');
  expect([checkpoint.body, checkpoint.headers['content-type']]).toEqual([note, 'text/plain; charset=utf-8']);
  const { root } = openCheckpoint(note, signed.keys.verifiers);
  const [tile, bundle] = [await get(`tlog/tile/0/000.p/${size}`), await get(`tlog/tile/entries/000.p/${size}`)];
  expect(tile.headers['content-type']).toBe('application/octet-stream');
  for (const { headers } of [checkpoint, tile, bundle]) {
    expect(headers['cache-control']).toContain('max-age=');
    expect(headers).not.toHaveProperty('set-cookie');
  }
  const tree = createGrowingTree();
  for (const entry of entriesOf(bundle.rawPayload) ?? []) tree.add(leafHash(entry));
  expect(tree).toMatchObject({ size });
  expect(Buffer.from(tree.root())).toEqual(Buffer.from(root));
  expect(tile.rawPayload).toEqual(Buffer.concat((entriesOf(bundle.rawPayload) ?? []).map(leafHash)));
  for (const path of [`0/000.p/${size + 1}`, '0/000', '1/000.p/1', '0/0', 'data/000']) {
    expect((await get(`tlog/tile/${path}`)).statusCode, path).toBe(404);
  }
});
