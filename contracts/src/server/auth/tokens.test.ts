import { createPrivateKey, createPublicKey } from 'node:crypto';
import { decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { AccountId, SessionId } from '../../ids.ts';
import { newId } from '../crypto/identifiers.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createTokenSigner, createTokenVerifier, newSigningKey } from './tokens.ts';

const account = AccountId.parse(newId());
const session = SessionId.parse(newId());
const signingKey = newSigningKey();
const keys = createSigningKeys(signingKey);
const verify = createTokenVerifier(keys);
const signer = createTokenSigner(keys, 3600);

afterEach(() => void vi.useRealTimers());

test('a signed token names account and session and expires after its lifetime', async () => {
  const token = await verify(await signer.sign(account, session));
  expect(token).toMatchObject({ account, session });
  expect(token.expiresAt - token.issuedAt).toBe(3600);
});

/** A signer's clock compared with the verifier's, and whether its new token of 15 minutes is accepted. */
test.each([
  ['a day behind', -86_400, false],
  ['16 minutes behind', -960, false],
  ['its lifetime and 30 seconds behind', -930, false],
  ['its lifetime and 29 seconds behind', -929, true],
  ['10 minutes behind', -600, true],
  ['2 minutes behind', -120, true],
  ['30 seconds ahead', 30, true],
  ['31 seconds ahead', 31, false],
  ['2 minutes ahead', 120, false],
  ['16 minutes ahead', 960, false],
  ['a day ahead', 86_400, false],
])('a new token of 15 minutes from a clock that is %s (%i s) is accepted: %s', async (_, seconds, isAccepted) => {
  const now = new Date('2026-11-20T08:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  const { sign } = createTokenSigner(keys, 900);
  const verifying = verify(await sign(account, session, new Date(now.getTime() + seconds * 1_000)));
  if (isAccepted) expect((await verifying).account).toBe(account);
  else await expect(verifying).rejects.toThrow();
});

type Change = { key?: string; kid?: string; typ?: string; aud?: string; iss?: string; without?: string };

/** A token that is valid except for `change`. */
async function forged(change: Change) {
  const now = Math.floor(Date.now() / 1000);
  const claims: Record<string, unknown> = {
    ...{ sub: account, sid: session, jti: newId(), iat: now, nbf: now, exp: now + 60 },
    ...{ iss: change.iss ?? 'anecdotes', aud: change.aud ?? 'anecdotes' },
  };
  if (change.without !== undefined) delete claims[change.without];
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: change.typ ?? 'at+jwt', ...(change.kid && { kid: change.kid }) })
    .sign(createPrivateKey(change.key ?? signingKey));
}

test('the first of several keys signs and is named in the token, and the others verify what they signed before', async () => {
  const newer = newSigningKey();
  const both = createSigningKeys(`${newer}created 2026-11-20\n${signingKey}`);
  const token = await createTokenSigner(both, 3600).sign(account, session);
  expect(decodeProtectedHeader(token).kid).toBe(createSigningKeys(newer).newest().kid);
  expect(await createTokenVerifier(both)(token)).toMatchObject({ account });
  await expect(verify(token)).rejects.toThrow();
  for (const earlier of [await signer.sign(account, session), await forged({})]) {
    expect(await createTokenVerifier(both)(earlier)).toMatchObject({ account });
    await expect(createTokenVerifier(createSigningKeys(newer))(earlier)).rejects.toThrow();
  }
});

test('a token made by hand with the right key and claims is accepted', async () => {
  expect(await verify(await forged({}))).toMatchObject({ account, session });
});

test.each<[name: string, change: Change]>([
  ['another key', { key: newSigningKey() }],
  ['another key and the name of the right one', { key: newSigningKey(), kid: keys.newest().kid }],
  ['the name of an unknown key', { kid: '0123456789abcdef' }],
  ['another type', { typ: 'JWT' }],
  ['another audience', { aud: 'elsewhere' }],
  ['another issuer', { iss: 'elsewhere' }],
  ...['sub', 'sid', 'iat', 'nbf', 'exp', 'jti'].map((claim) => [`no ${claim}`, { without: claim }] as [string, Change]),
])('a token with %s is refused', async (_, change) => {
  await expect(verify(await forged(change))).rejects.toThrow();
});

test('an unsigned token and one signed with the public key as a secret are refused', async () => {
  const claims = { sub: account, sid: session, jti: newId() };
  await expect(verify(new UnsecuredJWT(claims).setExpirationTime('1h').encode())).rejects.toThrow();
  const secret = new TextEncoder().encode(String(createPublicKey(signingKey).export({ type: 'spki', format: 'pem' })));
  const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).setExpirationTime('1h');
  await expect(verify(await hmac.sign(secret))).rejects.toThrow();
});
