import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { vaultMigrator } from '@anecdotes/command-service/vault/migrate';
import type { EventId, StoredEvent } from '@anecdotes/contracts';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { readStreamsIndividually } from '@anecdotes/projection-service/read-streams';
import type pg from 'pg';
import type { JournalSummary, TableSummary } from './journal-summary.ts';

/* Reads tests/fixtures/log-before-versions; its README says what the files hold. */

type Person = { readonly username: string; readonly password: string };

/** What the version that wrote the log computed and showed from it. */
export type Expected = {
  readonly events: number;
  /** SHA-256 of all events, as log-copy computes it. */
  readonly digest: string;
  readonly types: Readonly<Record<string, number>>;
  readonly masterKey: string;
  readonly signingKey: string;
  readonly accounts: readonly (Person & JournalSummary)[];
  readonly erased: Person;
  readonly unverified: Person & { readonly email: string };
  readonly apiKey: { readonly username: string; readonly secret: string };
  /** An anecdote in the middle of a chain, with the number of those above and below it. */
  readonly chain: { readonly id: string; readonly parents: number; readonly children: number };
  readonly longest: { readonly stream: string; readonly events: number };
  readonly views: Readonly<Record<string, TableSummary>>;
};

const folder = new URL('../fixtures/log-before-versions/', import.meta.url);

export function readExpected(): Expected {
  return JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));
}

/** The events of the fixture as a log that can be copied from. */
export function fixtureLog(): EventSource {
  const events = readEvents();
  const head = async () => BigInt(events.length);
  const readStream: EventSource['readStream'] = async (stream, { from, limit }) =>
    events.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit);
  return {
    head,
    end: head,
    idAt: async (position) => events[Number(position) - 1]?.id,
    readStream,
    readStreams: (streams, options) => readStreamsIndividually(readStream, streams, options),
    async *follow({ after, batchSize }) {
      for (let first = Number(after); first < events.length; first += batchSize) {
        const batch = events.slice(first, first + batchSize);
        yield { events: batch, position: BigInt(first + batch.length) };
      }
    },
  };
}

/** Creates schema `vault` as in the version that wrote the fixture, and fills it. */
export async function restoreVault(pool: pg.Pool): Promise<void> {
  const { migration, tables } = JSON.parse(unpack('vault.json.br')) as {
    migration: string;
    tables: Record<string, object[]>;
  };
  const { error } = await vaultMigrator(pool).migrateTo(migration);
  if (error !== undefined) throw error;
  for (const table of tablesInOrder(tables)) {
    await pool.query(`insert into vault.${table} select * from jsonb_populate_recordset(null::vault.${table}, $1)`, [
      JSON.stringify(tables[table]),
    ]);
  }
}

/** Tables that others refer to come first: rows refer to credentials, and secrets to API keys. */
function tablesInOrder(tables: object): string[] {
  const first = ['credential', 'api_key'];
  return [...first, ...Object.keys(tables).filter((table) => !first.includes(table))];
}

function readEvents(): StoredEvent[] {
  const revisions = new Map<string, number>();
  const counts = new Map<string, number>();
  const next = (map: Map<string, number>, key: string) => {
    const count = map.get(key) ?? 0;
    map.set(key, count + 1);
    return count;
  };
  return unpack('events.ndjson.br')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const { stream, type, data, metadata } = JSON.parse(line) as Omit<StoredEvent, 'id'>;
      const ofCommand = next(counts, `${stream} ${metadata.command_id}`);
      return {
        id: eventIdOf(metadata.command_id, stream, ofCommand),
        ...{ stream, type, data, metadata },
        revision: next(revisions, stream),
        position: BigInt(index + 1),
        recordedAt: new Date(metadata.at),
      };
    });
}

/** The id that the version of the fixture gave the `index`-th event of a command: a version 5 UUID (RFC 9562, 5.5). */
function eventIdOf(commandId: string, stream: string, index: number): EventId {
  const bytes = createHash('sha1')
    .update(Buffer.from(commandId.replaceAll('-', ''), 'hex'))
    .update(`${stream}/${index}`)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5') as EventId;
}

function unpack(file: string): string {
  return brotliDecompressSync(readFileSync(new URL(file, folder))).toString();
}
