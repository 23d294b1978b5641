import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@anecdotes/command-service/event-log';
import {
  type AccountId,
  type AnecdoteId,
  type EventId,
  type JournalEvent,
  type NewEvent,
  streams,
} from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { CopyRefused, copyLog } from '@anecdotes/deploy/log-copy/copy';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { openServer } from '../support/eventstoredb/opened.ts';
import { metadataOf, newEvent, newStream } from '../support/log-events.ts';
import { memoryEventKeys } from '../support/memory-event-keys.ts';
import { created, createReadSide, edited, newAccountId } from '../support/projection.ts';
import { silent } from '../support/silent.ts';

const EVENTS = Number(process.env.COPY_EVENTS ?? 1_000);
const program = bundleOf('deploy/log-copy/main.ts');

async function openStore() {
  const url = await createTestDatabase();
  const store = createEventStore(url);
  await store.migrate();
  onTestFinished(() => store.close());
  return { url, store };
}

/** Appends anecdotes of five people, each created and then edited, with interleaved streams. */
async function fill(log: EventLog, keys: ReturnType<typeof memoryEventKeys>): Promise<void> {
  const people = Array.from({ length: 5 }, newAccountId);
  for (const person of people) await keys.create(person);
  for (let done = 0; done < EVENTS; done += 200) {
    const anecdotes = Array.from({ length: 100 }, (_, index) => ({
      owner: people[index % people.length] as AccountId,
      id: newId() as AnecdoteId,
    }));
    const stored = await Promise.all(
      anecdotes.flatMap(({ owner, id }, index) => {
        const text = { description: `Anecdote ${done + index}` };
        return [seal(id, owner, created(owner, text), keys), seal(id, owner, edited(owner, text), keys)];
      }),
    );
    const append = ({ id }: { id: AnecdoteId }, events: NewEvent[], expectedRevision: 'no-stream' | number) =>
      log.append({ stream: streams.anecdote(id), expectedRevision, events });
    await Promise.all(
      anecdotes.map((anecdote, index) => append(anecdote, stored.slice(2 * index, 2 * index + 1), 'no-stream')),
    );
    await Promise.all(
      anecdotes.map((anecdote, index) => append(anecdote, stored.slice(2 * index + 1, 2 * index + 2), 0)),
    );
  }
}

function seal(id: AnecdoteId, owner: AccountId, event: JournalEvent, keys: ReturnType<typeof memoryEventKeys>) {
  const envelope = { id: newId() as EventId, metadata: metadataOf(event.type, owner) };
  return sealEvent(streams.anecdote(id), event, envelope, keys);
}

/** Runs the program; kills it once `killWhen` returns true. */
async function copyByProgram(from: string, to: string, killWhen?: () => boolean) {
  const child = spawn(process.execPath, [program, '--from', from, '--to', to], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const watching = setInterval(() => {
    if (killWhen?.()) child.kill('SIGKILL');
  }, 2);
  const [code, signal] = await once(child, 'exit');
  clearInterval(watching);
  return { code, signal, output };
}

/** Every row of the views that are built from `source`. */
async function viewsOf(source: EventSource, keys: ReturnType<typeof memoryEventKeys>) {
  const side = await createReadSide();
  onTestFinished(() => side.close());
  const projection = { ...side.projection, source, keys };
  await runProjection(projection, { target: 'live', until: await source.head(), signal: AbortSignal.timeout(300_000) });
  const rows = await side.rows();
  // Each log assigns positions of its own.
  return { ...rows, history: rows.history?.map((row) => row.replace(/"position": \d+, /, '')).sort() };
}

test(
  `a copy of ${EVENTS} events works in both directions, resumes after a kill, and gives the same views`,
  async () => {
    const keys = memoryEventKeys();
    const [first, last] = [await openStore(), await openStore()];
    const { server, log } = await openServer();
    await fill(first.store, keys);
    const count = Number(await first.store.head());

    const there = () => server.log.events.length - 1;
    const killed = await copyByProgram(first.url, server.url, () => there() >= count / 2);
    expect(killed.signal).toBe('SIGKILL');
    expect(there()).toBeLessThan(count);
    const resumed = await copyByProgram(first.url, server.url);
    expect(resumed).toMatchObject({ code: 0 });
    expect(there()).toBe(count);

    const back = await copyByProgram(server.url, last.url);
    expect(back).toMatchObject({ code: 0 });
    const digest = /SHA-256 (\w{64})/;
    expect(digest.exec(back.output)?.[1]).toBe(digest.exec(resumed.output)?.[1]);
    expect(await last.store.verifyChain()).toMatchObject({ verified: count, firstDifference: null });

    const views = await viewsOf(first.store, keys);
    expect(Object.values(views).flat().length).toBeGreaterThan(EVENTS / 2);
    expect(await viewsOf(log, keys)).toEqual(views);
  },
  60_000 + EVENTS * 10,
);

test('a target that holds other events is refused, and nothing is written to it', async () => {
  const [{ store }, { server, log }] = [await openStore(), await openServer()];
  const append = (target: EventLog) =>
    target.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()] });
  await append(store);
  await append(log);
  const before = server.log.events.length;
  await expect(copyLog(store, log, silent)).rejects.toThrow(CopyRefused);
  expect(server.log.events).toHaveLength(before);
});

test('a target with more events than the source is refused', async () => {
  const [{ store }, { log }] = [await openStore(), await openServer()];
  await log.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()] });
  await expect(copyLog(store, log, silent)).rejects.toThrow('not swapped');
});

test('a source without events is refused, and a data folder that does not exist is not created', async () => {
  const [first, last] = [await openStore(), await openStore()];
  await expect(copyLog(first.store, last.store, silent)).rejects.toThrow('The source holds no events. Check --from.');
  for (const folder of [join(tmpdir(), `anecdotes-mistyped-${newId()}`), `esdb-${newId()}`]) {
    const copied = await copyByProgram(folder, last.url);
    expect(copied).toMatchObject({ code: 2, output: `There is no data in ${folder}.\n` });
    expect(existsSync(folder)).toBe(false);
  }
});

test('wrong options are answered with the usage or with a one-line error without the password', async () => {
  expect(await copyByProgram('', '')).toMatchObject({ code: 2, output: expect.stringContaining('npm run log:copy') });
  const { code, output } = await copyByProgram('esdb://user:secret@host:x?tls=no', '/nowhere');
  expect([code, output]).toEqual([2, 'This address cannot be used. Must name a host, host:port or a list of them\n']);
  const away = await copyByProgram('postgres://user:secret@127.0.0.1:1/db', '/nowhere');
  expect(away).toMatchObject({ code: 2, output: 'This database cannot be used. Cannot be reached\n' });
});
