import { randomBytes } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import { anecdoteKeyId, anecdoteKeyOf, partsOf, secretOf } from '@anecdotes/contracts/server/crypto/anecdote-key';
import { type EventKeys, MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';

/** Real keys without a vault, for tests of code that only seals and opens. */
export function memoryEventKeys(): EventKeys & {
  destroy(subject: AccountId): void;
  assign(): Promise<string>;
} {
  const keys = new Map<AccountId, Uint8Array | 'destroyed'>();
  const block = { id: crypto.randomUUID(), secret: randomBytes(32), next: 0 };
  const keyOf = (subject: AccountId) => keys.get(subject) ?? new MissingKey(`no key for subject ${subject}`);
  return {
    async get(subject) {
      const key = keyOf(subject);
      if (key instanceof MissingKey) throw key;
      return key;
    },
    async getAll(seals) {
      return seals.map(({ subject, keyId }) => {
        const key = keyOf(subject);
        if (keyId === undefined || !(key instanceof Uint8Array)) return key;
        return anecdoteKeyOf(key, secretOf(block.secret, partsOf(keyId).number));
      });
    },
    async create(subject) {
      if (!keys.has(subject)) keys.set(subject, randomBytes(32));
    },
    forget() {},
    destroy(subject) {
      keys.set(subject, 'destroyed');
    },
    async assign() {
      block.next += 1;
      return anecdoteKeyId(block.id, block.next - 1);
    },
  };
}
