import { sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openCheckpoint } from '@anecdotes/contracts/server/transparency/checkpoint';
import { EMPTY_ROOT, sha256 } from '@anecdotes/contracts/server/transparency/merkle-tree';
import {
  cosignedText,
  newSignerKey,
  openNote,
  type SignerKey,
  signatureLine,
  signerKeyOf,
  type VerifierKey,
} from '@anecdotes/contracts/server/transparency/signed-note';
import { onTestFinished } from 'vitest';
import { isConsistent } from './merkle-proofs.ts';

/**
 * Starts a witness as C2SP tlog-witness describes it, of the log whose keys are `keys`, until the test ends. `asked`
 * holds the sizes that requests named as the last ones it had seen.
 */
export async function startWitness(name: string, keys: readonly VerifierKey[]) {
  const signer = signerKeyOf(newSignerKey(name)) as SignerKey;
  const { x = '' } = signer.verifier.key.export({ format: 'jwk' });
  const type = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url')]);
  const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), type])).toString('hex', 0, 4);
  /** The tree of the last checkpoint that it cosigned. */
  let known = { size: 0, root: EMPTY_ROOT as Uint8Array };
  const asked: number[] = [];

  function answer(body: string): [status: number, text: string] {
    const [head = '', note = ''] = [body.slice(0, body.indexOf('\n\n')), body.slice(body.indexOf('\n\n') + 2)];
    const [old = '', ...proof] = head.split('\n');
    asked.push(Number(old.slice('old '.length)));
    const next = openCheckpoint(note, keys);
    if (old !== `old ${known.size}`) return [409, `${known.size}\n`];
    if (known.size === next.size && Buffer.compare(known.root, next.root) !== 0) return [409, ''];
    const hashes = proof.map((line) => Buffer.from(line, 'base64'));
    if (!isConsistent(known, next, hashes)) return [422, ''];
    known = next;
    const time = BigInt(Math.floor(Date.now() / 1_000));
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(time);
    const signature = sign(null, Buffer.from(cosignedText(openNote(note, keys).text, time)), signer.key);
    return [200, signatureLine({ name, id, signature: Buffer.concat([stamp, signature]) })];
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const [status, text] = request.url === '/w/add-checkpoint' ? answer(body) : [404, ''];
      response.writeHead(status).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const key = `${name}+${id}+${type.toString('base64')}`;
  return { asked, key, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/` };
}
