import { randomBytes } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import { MissingKey, type SubjectKeys } from '@anecdotes/contracts/server/crypto/subject-keys';

/** Real keys without a vault, for tests of code that only seals and opens. */
export function memorySubjectKeys(): SubjectKeys & { destroy(subject: AccountId): void } {
  const keys = new Map<AccountId, Uint8Array | 'destroyed'>();
  return {
    async get(subject) {
      const key = keys.get(subject);
      if (key === undefined) throw new MissingKey(`no key for subject ${subject}`);
      return key;
    },
    async create(subject) {
      if (!keys.has(subject)) keys.set(subject, randomBytes(32));
    },
    forget() {},
    destroy(subject) {
      keys.set(subject, 'destroyed');
    },
  };
}
