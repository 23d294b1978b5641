import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AccountId } from '../../ids.ts';
import { open, seal } from './sealing.ts';

/** Thrown for a subject that never had a key. */
export class MissingKey extends Error {
  override name = 'MissingKey';
}

/** The keys that seal people's events; destroying one is erasure. */
export type SubjectKeys = {
  /** The key of `subject` (32 bytes), `'destroyed'` after an erasure. Throws MissingKey. */
  get(subject: AccountId): Promise<Uint8Array | 'destroyed'>;
  /** Makes the key of `subject` unless it has one. */
  create(subject: AccountId): Promise<void>;
  /** Drops a cached key, after an erasure elsewhere. */
  forget(subject: AccountId): void;
};

/** How long a key that another process destroyed may still be used here, in milliseconds. */
const CACHE_MS = 5_000;

/** Keys in table `vault.subject_key`, wrapped by `masterKey` (32 bytes) and bound to their subject. */
export function createSubjectKeys(pool: pg.Pool, masterKey: Uint8Array): SubjectKeys {
  const cache = new LRUCache<AccountId, Uint8Array>({ max: 10_000, ttl: CACHE_MS });
  const asking = new Map<AccountId, Promise<Uint8Array | 'destroyed'>>();

  async function ask(subject: AccountId): Promise<Uint8Array | 'destroyed'> {
    const { rows } = await pool.query<{ wrapped: string | null }>({
      name: 'subject-key',
      text: 'select wrapped from vault.subject_key where subject = $1',
      values: [subject],
    });
    const row = rows[0];
    if (row === undefined) throw new MissingKey(`no key for subject ${subject}`);
    if (row.wrapped === null) return 'destroyed';
    const key = Buffer.from(open(masterKey, context(subject), row.wrapped), 'base64url');
    cache.set(subject, key);
    return key;
  }

  return {
    async get(subject) {
      const cached = cache.get(subject);
      if (cached !== undefined) return cached;
      // A batch of events asks for one key many times at once.
      let answer = asking.get(subject);
      if (answer === undefined) {
        answer = ask(subject).finally(() => asking.delete(subject));
        asking.set(subject, answer);
      }
      return answer;
    },

    async create(subject) {
      const wrapped = seal(masterKey, context(subject), randomBytes(32).toString('base64url'));
      await pool.query('insert into vault.subject_key (subject, wrapped) values ($1, $2) on conflict do nothing', [
        subject,
        wrapped,
      ]);
    },

    forget(subject) {
      cache.delete(subject);
    },
  };
}

function context(subject: AccountId): string {
  return `subject-key\n${subject}`;
}
