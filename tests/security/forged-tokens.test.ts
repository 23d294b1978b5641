import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { visitorOf } from '../support/visitor.ts';

const signingKey = newSigningKey();
let side: BothSides;
let token: string;

beforeAll(async () => {
  side = await startBothSides({ signingKey });
  token = (await visitorOf(side).logIn('guest', GUEST_PASSWORD)).json().data.access_token;
});
afterAll(() => side.close());

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Tokens that were not signed by this product or were changed afterwards, each with a name. */
function corpus(verifyingKey: string): [name: string, token: string][] {
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = decode(body);
  const now = Math.floor(Date.now() / 1000);
  const own = createPrivateKey(newSigningKey());
  const signed = (header: object, changed: object = {}, by = (data: Buffer) => sign(null, data, own)) => {
    const text = `${encode({ alg: 'EdDSA', typ: 'at+jwt', ...header })}.${encode({ ...claims, ...changed })}`;
    return `${text}.${by(Buffer.from(text)).toString('base64url')}`;
  };
  const hmac = (hash: string, key: string | Buffer) => (data: Buffer) => createHmac(hash, key).update(data).digest();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const jwk = createPublicKey(own).export({ format: 'jwk' });
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  return [
    ...['none', 'None', 'NONE', 'nOnE', '', null].flatMap((alg): [string, string][] => {
      const unsigned = `${encode({ alg, typ: 'at+jwt' })}.${body}.`;
      return [
        [`alg ${alg} unsigned`, unsigned],
        [`alg ${alg} with a signature`, unsigned + signature],
      ];
    }),
    ['a signature with another key', signed({})],
    ['a signature with another key and the name of the right one', signed({ kid: decode(head).kid })],
    ['no name of a key', `${encode({ ...decode(head), kid: undefined })}.${body}.${signature}`],
    ...[null, 1, ['x'], {}].map((kid): [string, string] => [`kid ${JSON.stringify(kid)}`, signed({ kid })]),
    ['a key in the header', signed({ jwk })],
    ['the address of a key', signed({ jku: 'https://evil.example/keys.json' })],
    ['a certificate’s address', signed({ x5u: 'https://evil.example/key.pem' })],
    ...['../../../../dev/null', "' or 1=1 --", '/etc/passwd', 'x'.repeat(2_000), '0'].map((kid): [string, string] => [
      `kid ${kid.slice(0, 20)}`,
      signed({ kid }),
    ]),
    ['HS256 with the public key', signed({ alg: 'HS256' }, {}, hmac('sha256', verifyingKey))],
    ['HS512 with a random key', signed({ alg: 'HS512' }, {}, hmac('sha512', randomBytes(64)))],
    ['RS256', signed({ alg: 'RS256' }, {}, (data) => sign('sha256', data, rsa))],
    ['ES256', signed({ alg: 'ES256' }, {}, (data) => sign('sha256', data, { key: ec, dsaEncoding: 'ieee-p1363' }))],
    ['another account', `${head}.${encode({ ...claims, sub: newId() })}.${signature}`],
    ['another session', `${head}.${encode({ ...claims, sid: newId() })}.${signature}`],
    ['a later expiry', `${head}.${encode({ ...claims, exp: claims.exp + 86_400 })}.${signature}`],
    ['a role', `${head}.${encode({ ...claims, role: 'member' })}.${signature}`],
    ['an expiry as text', signed({}, { exp: String(now + 600) })],
    ['a start in the future', signed({}, { iat: now + 600, nbf: now + 600 })],
    ['a claim twice', `${head}.${encode(`{"sub":"${newId()}",${JSON.stringify(claims).slice(1)}`)}.${signature}`],
    ['a critical extension', signed({ b64: true, crit: ['b64'] })],
    ['a changed signature', `${head}.${body}.${flipped}`],
    ['no signature', `${head}.${body}`],
    ['an empty signature', `${head}.${body}.`],
    ['padding', `${token}==`],
    ['four parts', `${token}.${signature}`],
    ['five parts', `${head}..${body}.${signature}.${signature}`],
    ['parts in another order', `${body}.${head}.${signature}`],
    ['no JSON', `${encode('{')}.${body}.${signature}`],
    ['a number', `${encode('1')}.${encode('2')}.${signature}`],
    ['a long header', `${encode({ alg: 'EdDSA', typ: 'at+jwt', x: 'x'.repeat(5_000) })}.${body}.${signature}`],
    ['a hash of the token', createHash('sha256').update(token).digest('hex')],
  ];
}

test('forged tokens are refused with 401 by both services', async () => {
  const forged = corpus(createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }).toString());
  expect(forged.length).toBeGreaterThan(40);
  for (const [name, text] of forged) {
    for (const [method, path] of [
      ['GET', '/api/anecdotes'],
      ['DELETE', `/api/anecdotes/${newId()}`],
    ] as const) {
      const answer = await side.call(text, method, path);
      expect([answer.statusCode, answer.json().error.code], `${name}: ${method}`).toEqual([401, 'UNAUTHENTICATED']);
    }
  }
  expect((await side.call(token, 'GET', '/api/anecdotes')).statusCode).toBe(200);
});
