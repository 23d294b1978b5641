import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { type CryptoKey, importPKCS8, importSPKI, jwtVerify, SignJWT } from 'jose';
import { AccountId, SessionId } from '../../ids.ts';
import { newId } from '../crypto/identifiers.ts';

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
const ISSUER = 'anecdotes';
const CLOCK_TOLERANCE_S = 30;

export type AccessToken = { account: AccountId; session: SessionId; issuedAt: number; expiresAt: number };

/** A new Ed25519 private key as PKCS #8 PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The public part (SPKI PEM) of a private key in PKCS #8 PEM. */
export function verifyingKeyOf(signingKey: string): string {
  return createPublicKey(createPrivateKey(signingKey)).export({ type: 'spki', format: 'pem' }).toString();
}

export type TokenSigner = {
  /** Lifetime of a token in seconds. */
  readonly ttl: number;
  sign(account: AccountId, session: SessionId, now?: Date): Promise<string>;
};

/** Signs access tokens (JWT, RFC 9068 type) that are valid for `ttl` seconds and hold no name or e-mail address. */
export async function createTokenSigner(signingKey: string, ttl: number): Promise<TokenSigner> {
  const key = await importPKCS8(signingKey, ALGORITHM);
  return {
    ttl,
    async sign(account, session, now = new Date()) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ sid: session })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(account)
        .setJti(newId())
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(issuedAt + ttl)
        .sign(key);
    },
  };
}

/** Verifies access tokens; the function throws for a token that this product did not sign, or outside its lifetime. */
export async function createTokenVerifier(verifyingKey: string): Promise<(token: string) => Promise<AccessToken>> {
  const key: CryptoKey = await importSPKI(verifyingKey, ALGORITHM);
  return async (token) => {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['sub', 'sid', 'iat', 'nbf', 'exp', 'jti'],
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    return {
      account: AccountId.parse(payload.sub),
      session: SessionId.parse(payload.sid),
      issuedAt: payload.iat ?? 0,
      expiresAt: payload.exp ?? 0,
    };
  };
}
