import crypto from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPasswords, type Passwords } from './passwords.ts';

/** The processor time that a wrong password takes for hash `one`, divided by that for `other`, in `rounds` rounds. */
async function ratioOfTimes(passwords: Passwords, one: string | undefined, other: string | undefined, rounds: number) {
  const used = { one: 0, other: 0 };
  const check = async (hash: string | undefined) => {
    const before = process.cpuUsage();
    expect(await passwords.matches('wrong', hash)).toBe(false);
    return process.cpuUsage(before).user;
  };
  for (let round = 0; round < rounds; round += 1) {
    used.one += await check(one);
    used.other += await check(other);
  }
  return used.one / used.other;
}

test('a password matches its own hash only, and equal passwords have different hashes', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await passwords.hash('correct horse')).not.toBe(hash);
  expect(await passwords.matches('correct horse', hash)).toBe(true);
  expect(await passwords.matches('correct horsf', hash)).toBe(false);
});

test('a password matches its hash from the reference implementation of argon2', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1, the vector of the reference implementation's test suite.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await createPasswords().matches('password', hash)).toBe(true);
});

test('without a stored hash no password matches, and the check takes as long as with one', async () => {
  const passwords = createPasswords();
  const ratio = await ratioOfTimes(passwords, undefined, await passwords.hash('correct horse'), 2);
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(2.5);
});

test('when many passwords are to be hashed at once, some wait and the rest are refused with UNAVAILABLE', async () => {
  const passwords = createPasswords({ m: 8_192, t: 1, p: 1 }, 3);
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.hash('correct horse')));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(Array(5).fill('UNAVAILABLE'));
  expect(await passwords.hash('again')).toContain('$argon2id$');
});

describe('a hash of another cost', () => {
  const [cheap, dear] = [
    { m: 64, t: 1, p: 1 },
    { m: 64, t: 3, p: 1 },
  ];

  test('matches its password, and is outdated only if a new hash would be stronger', async () => {
    const [weak, strong] = [await createPasswords(cheap).hash('horse'), await createPasswords(dear).hash('horse')];
    expect(await createPasswords(dear).matches('horse', weak)).toBe(true);
    expect(createPasswords(dear).isOutdated(weak)).toBe(true);
    expect(createPasswords(cheap).isOutdated(strong)).toBe(false);
    expect(createPasswords(dear).isOutdated(strong)).toBe(false);
  });

  test('with a higher cost raises the cost of all later hashes, but not beyond the maximum passes or with other memory', async () => {
    const passwords = createPasswords(cheap);
    expect(await passwords.matches('wrong', await createPasswords(dear).hash('horse'))).toBe(false);
    expect(await passwords.hash('horse')).toContain('$m=64,t=3,p=1$');
    await passwords.matches('wrong', await createPasswords({ ...dear, t: 11 }).hash('horse'));
    await passwords.matches('wrong', await createPasswords({ ...dear, m: 128 }).hash('horse'));
    expect(await passwords.hash('horse')).toContain('$m=64,t=3,p=1$');
  });

  test('with a lower cost takes a wrong password as long as the dummy hash for unknown names', async () => {
    const passwords = createPasswords({ m: 8_192, t: 6, p: 1 });
    const weak = await createPasswords({ m: 8_192, t: 1, p: 1 }).hash('horse');
    // One pass instead of six would take a sixth.
    expect(await ratioOfTimes(passwords, weak, undefined, 6)).toBeGreaterThan(0.4);
  });
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
