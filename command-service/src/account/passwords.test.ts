import crypto from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a password matches its own hash only, and equal passwords have different hashes', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await passwords.hash('correct horse')).not.toBe(hash);
  expect(await passwords.matches('correct horse', hash)).toBe(true);
  expect(await passwords.matches('correct horsf', hash)).toBe(false);
});

test('a hash of the reference implementation is understood', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1, the vector of the reference implementation's test suite.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await createPasswords().matches('password', hash)).toBe(true);
});

test('without a hash nothing matches, after the same work', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  const timed = async (of: string | undefined) => {
    const start = performance.now();
    expect(await passwords.matches('wrong', of)).toBe(false);
    return performance.now() - start;
  };
  await timed(undefined);
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 4; round += 1) {
    known.push(await timed(hash));
    unknown.push(await timed(undefined));
  }
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('of many at once some wait and the rest are sent away', async () => {
  const passwords = createPasswords();
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.hash('correct horse')));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(Array(5).fill('UNAVAILABLE'));
  expect(await passwords.hash('again')).toContain('$argon2id$');
});

describe('where Node has no argon2', () => {
  test('passwords are hashed with scrypt and still match', async () => {
    const { argon2 } = crypto;
    Object.assign(crypto, { argon2: undefined });
    try {
      const passwords = createPasswords();
      const hash = await passwords.hash('correct horse');
      expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
      expect(await passwords.matches('correct horse', hash)).toBe(true);
      expect(await passwords.matches('correct horsf', hash)).toBe(false);
    } finally {
      Object.assign(crypto, { argon2 });
    }
  });
});
