import type { AccountId, Position } from '@anecdotes/contracts';
import { MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { digestOf, liveGeneration } from '@anecdotes/projection-service/projection/generation';
import { listWaiting } from '@anecdotes/projection-service/projection/quarantine';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { retryQuarantine } from '@anecdotes/projection-service/projection/retry-quarantine';
import type pg from 'pg';
import { idOf, timeIn } from '../shared/command-line.ts';
import { expectEnd } from '../shared/events-of.ts';
import type { Progress } from '../shared/progress.ts';
import { toJson } from '../shared/to-json.ts';
import { readCheckpointSetting } from '../transparency/signed-log.ts';
import { type EventFilter, eventsThatFit, listEvents } from './list-events.ts';
import { openForReading } from './open-events.ts';
import { createReadingRecord } from './record-reading.ts';
import { replay, type Until } from './replay.ts';
import { describeEvent, describeOpened, describeQuarantined, describeVerification } from './report.ts';
import type { AuditedSystem } from './system.ts';
import { verify } from './verify.ts';

/** The arguments of a verb. */
export type VerbCall = {
  /** The positional arguments after the verb. */
  readonly rest: readonly string[];
  readonly values: { readonly [option: string]: string | boolean | undefined };
  readonly environment: NodeJS.ProcessEnv;
  /** Which events the options select. Throws ConfigurationError. */
  listed(): { readonly filter: EventFilter; readonly range: { readonly after: bigint; readonly limit: number } };
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Opens the system that is audited. Without `opensSeals` it needs no master key. */
  open(options?: { readonly opensSeals: boolean }): Promise<AuditedSystem>;
  say(line: string): void;
};

/** Runs the verb; false when something differs or is in quarantine. Throws ConfigurationError. */
type Verb = (call: VerbCall) => Promise<boolean>;

const MAX_LISTED = 1_000_000;

/** `verify`: compares log, checkpoints and views with each other. */
const verifyAll: Verb = async ({ values, environment, progress, signal, open, say }) => {
  const found = await verify(await open(), readCheckpointSetting(environment), progress, signal);
  say(values.json ? toJson(found) : describeVerification(found));
  return found.isSound;
};

/** `log`: lists events without their sealed data. */
const listLog: Verb = async (call) => {
  const { filter, range } = call.listed();
  const system = await call.open({ opensSeals: false });
  await print(listEvents(system, filter, range), describeEvent, range.limit, call);
  return true;
};

/** `log --open`: lists events with their sealed data, and records in the log of each account that it was read. */
const openLog: Verb = async (call) => {
  const reader = readerOf(call.values);
  const { filter, range } = call.listed();
  const system = await call.open();
  const record = createReadingRecord(system, reader);
  const events = openForReading(eventsThatFit(system, filter, range), system.keys, record);
  await print(events, describeOpened, range.limit, call);
  return true;
};

/** Prints `events`, a line each. When `limit` was not an argument and was reached, says how to see more. */
async function print<Event extends { readonly position: Position }>(
  events: AsyncIterable<Event>,
  describe: (event: Event) => string,
  limit: number,
  { values, signal, say }: VerbCall,
): Promise<void> {
  let last: Position | undefined;
  let count = 0;
  for await (const event of events) {
    signal.throwIfAborted();
    say(values.json ? toJson(event) : describe(event));
    last = event.position;
    count += 1;
  }
  if (values.limit === undefined && !values.json && count === limit)
    say(`These are the first ${limit}. Go on with --after ${last}, or set --limit.`);
}

/** `replay`: prints an answer of the API about a past journal. */
export const replayJournal: Verb = async ({ rest: [path = '/api/anecdotes'], values, progress, signal, open, say }) => {
  const reader = readerOf(values);
  const account = idOf(
    values.account,
    '--account must be the id of the account whose journal is replayed.',
  ) as AccountId;
  if (!path.startsWith('/api/')) throw new ConfigurationError('PATH must begin with /api/.');
  const until = untilOf(values.until);
  const system = await open();
  await expectEnd(system.source, await system.source.head());
  await expectReadable(system, account);
  await createReadingRecord(system, reader)(account);
  const { position, status, answer } = await replay(system, { account, until, path }, progress, signal);
  if (values.json) say(toJson({ position, status, answer }));
  else say(`As of position ${position}\n${JSON.stringify(answer, null, 2)}`);
  return status === 200;
};

/** Throws ConfigurationError for an account that does not exist or was erased. */
async function expectReadable({ keys }: AuditedSystem, account: AccountId): Promise<void> {
  const [key] = await keys.getAll([{ subject: account }]);
  if (key instanceof MissingKey) throw new ConfigurationError(`There is no account ${account}.`);
  if (key === 'destroyed') throw new ConfigurationError(`The account ${account} was erased.`);
}

/** `rebuild`: builds a second generation of the views from the log and swaps it in. */
export const rebuildViews: Verb = async ({ values, progress, signal, open, say }) => {
  const system = await open();
  const { pool, projectors, source } = system;
  const { digest, isStale } = await liveGeneration(pool);
  const isOfOtherVersion = digest !== digestOf(projectors);
  if ((isOfOtherVersion || isStale) && (await isProjecting(system))) {
    throw new ConfigurationError(
      isOfOtherVersion
        ? 'A program of another version keeps these views. Stop it, or use its own version.'
        : 'The running service is rebuilding these views already.',
    );
  }
  const head = await source.head();
  await expectEnd(source, head);
  const release = await takeRebuildLock(pool);
  const report = await rebuild(system, signal, (position) => progress.step('Rebuild', position, head)).finally(release);
  if (report === undefined)
    throw new ConfigurationError('Stopped before the end. The next rebuild continues from there.');
  const { events, milliseconds } = report;
  const perSecond = Math.round((events * 1_000) / milliseconds);
  if (values.json) say(toJson({ events, milliseconds: Math.round(milliseconds), perSecond }));
  else
    say(
      `The views are rebuilt from ${events} events in ${(milliseconds / 1_000).toFixed(1)} s, ${perSecond} events/s.`,
    );
  return true;
};

/** An advisory lock of one rebuild by an operator; any constant. */
export const REBUILD_LOCK = 7_305_804_018_364_614n;

/** Returns a function that releases the lock. Throws ConfigurationError while another rebuild holds it. */
async function takeRebuildLock(pool: pg.Pool): Promise<() => void> {
  const holder = await pool.connect();
  const release = () => holder.release(true);
  try {
    const { rows } = await holder.query<{ isAlone: boolean }>('select pg_try_advisory_lock($1) as "isAlone"', [
      REBUILD_LOCK,
    ]);
    if (!rows[0]?.isAlone) throw new ConfigurationError('Another rebuild of these views is running.');
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/** `quarantine`: lists the events that could not be projected. */
const listQuarantine: Verb = async ({ values, open, say }) => {
  const { pool } = await open({ opensSeals: false });
  const quarantined = await listWaiting(pool, MAX_LISTED);
  for (const event of quarantined) say(values.json ? toJson(event) : describeQuarantined(event));
  if (!values.json) {
    say(quarantined.length === 0 ? 'No event is in quarantine.' : `Events in quarantine: ${quarantined.length}.`);
  }
  return quarantined.length === 0;
};

/** `quarantine retry`: tries to project the quarantined events again. */
const retryQuarantined: Verb = async ({ values, signal, open, say }) => {
  const system = await open();
  const applied = await retryQuarantine(system, signal);
  const quarantined = await listWaiting(system.pool, MAX_LISTED);
  if (values.json) say(toJson({ applied, waiting: quarantined.length }));
  else {
    say(`Events projected now: ${applied}. Events still in quarantine: ${quarantined.length}.`);
    for (const event of quarantined) say(describeQuarantined(event));
  }
  return quarantined.length === 0;
};

/** The verbs of the audit, by name, apart from those about the tree of the log. */
export const auditVerbs: Readonly<Record<string, Verb>> = {
  verify: verifyAll,
  log: (call) => (call.values.open ? openLog(call) : listLog(call)),
  replay: replayJournal,
  rebuild: rebuildViews,
  quarantine(call) {
    const [how] = call.rest;
    if (how === undefined) return listQuarantine(call);
    if (how === 'retry') return retryQuarantined(call);
    throw unknownVerb(['quarantine', how]);
  },
};

export function unknownVerb(words: readonly string[]): ConfigurationError {
  return new ConfigurationError(`There is no verb ${words.join(' ')}. See npm run audit -- --help.`);
}

function readerOf({ as }: VerbCall['values']): string {
  if (typeof as === 'string' && as.trim() !== '' && as.length <= 200) return as.trim();
  throw new ConfigurationError('--as must name who reads; the name is recorded for the people whose data it is.');
}

function untilOf(text: string | boolean | undefined): Until {
  if (typeof text === 'string' && /^\d{1,18}$/.test(text)) return { position: BigInt(text) };
  const time = timeIn(typeof text === 'string' ? text : '');
  if (time === undefined) {
    throw new ConfigurationError('--until must be a position of the log or a time, such as 2026-01-31T12:00Z.');
  }
  return { time };
}

/** True while a program keeps the views up to date. */
async function isProjecting({ pool }: AuditedSystem): Promise<boolean> {
  const { rowCount } = await pool.query('select from projection.lease where expires_at > now()');
  return rowCount !== 0;
}
