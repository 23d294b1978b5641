import { createPrivateKey } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { AccountId, SessionId } from '../../ids.ts';
import { newId } from '../crypto/identifiers.ts';
import { createTokenSigner, createTokenVerifier, newSigningKey, verifyingKeyOf } from './tokens.ts';

const account = AccountId.parse(newId());
const session = SessionId.parse(newId());
const signingKey = newSigningKey();
const verify = await createTokenVerifier(verifyingKeyOf(signingKey));
const signer = await createTokenSigner(signingKey, 3600);

test('a signed token names account and session and expires after its lifetime', async () => {
  const token = await verify(await signer.sign(account, session));
  expect(token).toMatchObject({ account, session });
  expect(token.expiresAt - token.issuedAt).toBe(3600);
});

test('a token that is expired or not yet valid is refused', async () => {
  await expect(verify(await signer.sign(account, session, new Date(Date.now() - 3_700_000)))).rejects.toThrow();
  await expect(verify(await signer.sign(account, session, new Date(Date.now() + 120_000)))).rejects.toThrow();
});

type Change = { key?: string; typ?: string; aud?: string; iss?: string; without?: string };

/** A token that is valid except for `change`. */
async function forged(change: Change) {
  const now = Math.floor(Date.now() / 1000);
  const claims: Record<string, unknown> = {
    ...{ sub: account, sid: session, jti: newId(), iat: now, nbf: now, exp: now + 60 },
    ...{ iss: change.iss ?? 'anecdotes', aud: change.aud ?? 'anecdotes' },
  };
  if (change.without !== undefined) delete claims[change.without];
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: change.typ ?? 'at+jwt' })
    .sign(createPrivateKey(change.key ?? signingKey));
}

test('a token made by hand with the right key and claims is accepted', async () => {
  expect(await verify(await forged({}))).toMatchObject({ account, session });
});

test.each<[name: string, change: Change]>([
  ['another key', { key: newSigningKey() }],
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
  const secret = new TextEncoder().encode(verifyingKeyOf(signingKey));
  const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).setExpirationTime('1h');
  await expect(verify(await hmac.sign(secret))).rejects.toThrow();
});
