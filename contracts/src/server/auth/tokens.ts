import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { AccountId, SessionId } from '../../ids.ts';
import { newId } from '../crypto/identifiers.ts';
import type { SigningKeys } from './signing-keys.ts';

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
const ISSUER = 'anecdotes';
const CLOCK_TOLERANCE_S = 30;

export type AccessToken = { account: AccountId; session: SessionId; issuedAt: number; expiresAt: number };

/** A new Ed25519 private key as PKCS #8 PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export type TokenSigner = {
  /** Lifetime of a token in seconds. */
  readonly ttl: number;
  sign(account: AccountId, session: SessionId, now?: Date): Promise<string>;
};

/** Signs access tokens (JWT, RFC 9068 type) that are valid for `ttl` seconds and hold no name or e-mail address. */
export function createTokenSigner(keys: SigningKeys, ttl: number): TokenSigner {
  return {
    ttl,
    async sign(account, session, now = new Date()) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const { kid, privateKey } = keys.newest();
      return new SignJWT({ sid: session })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(account)
        .setJti(newId())
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(issuedAt + ttl)
        .sign(privateKey);
    },
  };
}

/** Verifies access tokens; the function throws for a token that this product did not sign, or outside its lifetime. */
export function createTokenVerifier(keys: SigningKeys): (token: string) => Promise<AccessToken> {
  return async (token) => {
    const { kid } = decodeProtectedHeader(token);
    let failure: unknown = new Error('signed with an unknown key');
    for (const { publicKey } of keys.named(kid)) {
      try {
        return accessTokenOf((await jwtVerify(token, publicKey, required)).payload);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

const required = {
  algorithms: [ALGORITHM],
  typ: TYPE,
  issuer: ISSUER,
  audience: ISSUER,
  requiredClaims: ['sub', 'sid', 'iat', 'nbf', 'exp', 'jti'],
  clockTolerance: CLOCK_TOLERANCE_S,
};

function accessTokenOf({ sub, sid, iat = 0, exp = 0 }: JWTPayload): AccessToken {
  return { account: AccountId.parse(sub), session: SessionId.parse(sid), issuedAt: iat, expiresAt: exp };
}
