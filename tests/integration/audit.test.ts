import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectStopSteps } from '@anecdotes/contracts/server/assemble';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { audit as runAudit } from '@anecdotes/deploy/audit/command';
import { replay } from '@anecdotes/deploy/audit/replay';
import { type AuditedSystem, openSystem } from '@anecdotes/deploy/audit/system';
import { auditVerbs, REBUILD_LOCK, rebuildViews, replayJournal } from '@anecdotes/deploy/audit/verbs';
import { verify } from '@anecdotes/deploy/audit/verify';
import { runningPostgres } from '@anecdotes/deploy/embedded/postgres';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import { readCheckpointSetting } from '@anecdotes/deploy/transparency/signed-log';
import { checkProof } from '@anecdotes/deploy/verify-proof/check-proof';
import { growTree } from '@anecdotes/projection-service/transparency/grow-tree';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Client, logIn } from '../support/client.ts';
import { compileCache, newDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { silent } from '../support/silent.ts';
import { fill, mountDisk, unmountDisk } from '../support/small-disk.ts';

const main = bundleOf('deploy/audit/main.ts');
const CANARY = 'xylophone canary';

const dataDir = newDataDir();
let product: RunningProduct;
let client: Client;
let intruder: pg.Client;
let anecdote: string;
/** The last position of the log. */
let head: bigint;

beforeAll(async () => {
  product = await startProduct(dataDir);
  client = await logIn(product.address);
  let position = '';
  for (const description of [CANARY, 'The second.', 'The third.']) {
    const { body, headers } = await client.call('POST', '/api/anecdotes', { description, tags: ['canary-tag'] });
    anecdote = body.data.id;
    position = headers.get('x-log-position') ?? '';
  }
  await client.call('GET', '/api/anecdotes', undefined, { 'x-min-position': position });
  head = BigInt(position);
  intruder = new pg.Client(await runningPostgres(dataDir));
  await intruder.connect();
  await intruder.query('set role none');
});

afterAll(async () => {
  await intruder?.end().catch(() => {});
  await product?.stop();
});

/** What `npm run audit` prints, and its exit code; without the start of a program, which would take longer. */
async function auditOf(environment: Record<string, string>, ...args: string[]) {
  const { onStop, stop } = collectStopSteps();
  const lines: string[] = [];
  const signal = AbortSignal.timeout(60_000);
  const say = (line: string) => void lines.push(`${line}\n`);
  try {
    const code = await runAudit({ args, environment, progress: silent, say, onStop, signal });
    return { code, output: lines.join('') };
  } finally {
    await stop();
  }
}

const audit = (...args: string[]) => auditOf({ DATA_DIR: dataDir }, ...args);

/** Runs `npm run audit` as a program of its own. */
async function program(environment: Record<string, string>, ...parameters: string[]) {
  const child = spawn(process.execPath, [main, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

async function verifyNow() {
  const system = await openSystem({ DATA_DIR: dataDir });
  try {
    return await verify(system, readCheckpointSetting({ DATA_DIR: dataDir }), silent, AbortSignal.timeout(60_000));
  } finally {
    await system.stop();
  }
}

function verifyAfter(statement: string) {
  return withChangedLog(statement, verifyNow);
}

/**
 * Calls `look` after a superuser made a change past the trigger, then restores the log. Meanwhile the program cannot
 * write the tree of the log, which would otherwise record the change.
 */
async function withChangedLog<Found>(statement: string, look: () => Promise<Found>): Promise<Found> {
  const withoutTriggers = (sql: string) =>
    intruder.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  const hideTree = `alter table projection.tree rename to hidden;
    create view projection.tree as select * from projection.hidden limit 1; grant select on projection.tree to public`;
  await withoutTriggers(`${hideTree}; create temp table saved as select * from log.events; ${statement}`);
  try {
    return await look();
  } finally {
    const showTree = 'drop view projection.tree; alter table projection.hidden rename to tree';
    await withoutTriggers(
      `delete from log.events; insert into log.events select * from saved; drop table saved; ${showTree}`,
    );
  }
}

test('verify reports that log and views of a running installation agree', async () => {
  const { code, output } = await program({ DATA_DIR: dataDir }, 'verify');
  expect(output).toContain(`Hash chain  sound over ${head} events`);
  expect(output).toMatch(new RegExp(`^Tree .+ over all ${head} events its root is `, 'm'));
  expect(output).toMatch(/anecdote +3 rows {2}equal/);
  expect(output).toContain('Log and views agree.');
  expect(code).toBe(0);
});

test('verify names a row of the views that was changed by hand, without showing its text', async () => {
  await intruder.query('update views.anecdote set description = $1 where id = $2', [`changed ${CANARY}`, anecdote]);
  const { code, output } = await audit('verify', '--json');
  await intruder.query(`update views.anecdote set description = 'The third.' where id = $1`, [anecdote]);
  expect(code).toBe(1);
  const { isSound, views } = JSON.parse(output);
  expect(isSound).toBe(false);
  const { different, differences } = views.tables.find(({ name }: { name: string }) => name === 'anecdote');
  expect(different).toBe(2);
  expect(differences).toMatchObject([
    { onlyIn: 'views', row: { id: anecdote } },
    { onlyIn: 'log', row: { id: anecdote } },
  ]);
  expect(output).not.toContain('canary');
});

test('verify names only the account when the count of a tag is wrong', async () => {
  await intruder.query('update views.tag set count = count + 1');
  const { isSound, views } = await verifyNow();
  await intruder.query('update views.tag set count = count - 1');
  expect(isSound).toBe(false);
  const table = views?.tables.find(({ name }) => name === 'tag');
  expect(table?.differences[0]?.row).toEqual({ owner: expect.any(String) });
});

test.each([
  ['changed', (at: bigint) => `update log.events set type = 'AnecdoteDeleted' where position = ${at}`],
  ['cut off the end', (at: bigint) => `delete from log.events where position = ${at}`],
])('verify names an event that was %s', async (_what, statement) => {
  const { isSound, chain, views } = await verifyAfter(statement(head));
  expect(isSound).toBe(false);
  expect(chain).toMatchObject({ verified: Number(head) - 1, firstDifference: head });
  expect(views).toBeNull();
});

/** The call of a verb on `system`. */
function callOn(system: AuditedSystem) {
  return {
    rest: [],
    values: { account: '00000000-0000-7000-8000-000000000000', as: 'Ann Auditor', until: '1' },
    environment: {},
    listed: () => ({ filter: {}, range: { after: 0n, limit: 0 } }),
    progress: silent,
    signal: AbortSignal.timeout(60_000),
    open: async () => system,
    say() {},
  };
}

test('a rebuild and a replay fail with a one-line message when the last event is missing', async () => {
  const system = await openSystem({ DATA_DIR: dataDir });
  const call = callOn(system);
  const failureOf = (error: Error) => error.message;
  const failures = await withChangedLog(`delete from log.events where position = ${head}`, async () => [
    await rebuildViews(call).catch(failureOf),
    await replayJournal(call).catch(failureOf),
  ]);
  await system.stop();
  const line = 'The last event of the log is missing. Run npm run audit -- verify.';
  expect(failures).toEqual([line, line]);
});

test('verify counts events that were inserted after the last one of the log', async () => {
  const { isSound, chain } = await verifyAfter(
    `insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at, hash)
     select position + 5, stream, revision + 1, gen_random_uuid(), type, data, metadata, recorded_at, hash
     from log.events where position = ${head}`,
  );
  expect(isSound).toBe(false);
  expect(chain).toMatchObject({ firstDifference: null, beyondHead: 1 });
});

test('verify names the first event of a stream after a gap in its revisions', async () => {
  const { isSound, streams } = await verifyAfter(`update log.events set revision = 7 where position = ${head}`);
  expect(isSound).toBe(false);
  expect(streams.gaps).toEqual([{ position: head, stream: expect.stringContaining(anecdote), revision: 7 }]);
});

test('verify reports events that could not be applied, and quarantine lists them', async () => {
  expect(await audit('quarantine')).toMatchObject({ code: 0, output: 'No event is in quarantine.\n' });
  await intruder.query(
    `insert into projection.quarantine (generation, position, stream, revision, event_id, type, error, attempts, reason)
     select generation.id, events.position, stream, revision, event_id, type, 'TypeError', 3, 'poison'
     from projection.generation, log.events where state = 'live' and events.position = ${head}`,
  );
  const [{ isSound, waiting }, listed] = [await verifyNow(), await audit('quarantine')];
  await intruder.query('delete from projection.quarantine');
  expect(isSound).toBe(false);
  expect(waiting.poison).toBe(1);
  expect(listed.code).toBe(1);
  expect(listed.output).toContain(`${head}  AnecdoteCreated`);
});

test('log lists the events that match, without their sealed data', async () => {
  const { code, output } = await audit('log', '--type', 'AnecdoteCreated', '--limit', '2', '--json');
  expect(code).toBe(0);
  const events = output.trim().split('\n');
  expect(events).toHaveLength(2);
  expect(JSON.parse(events[0] ?? '')).toMatchObject({ type: 'AnecdoteCreated', revision: 0, isSealed: true });
  expect(output).not.toMatch(/canary|"sealed"/);
  const later = await audit('log', '--after', String(head - 1n), '--account', JSON.parse(events[0] ?? '').data.owner);
  expect(later.output).toMatch(new RegExp(`^${head}  .+  AnecdoteCreated  .+  sealed\n$`));
  expect((await audit('log', '--since', '2100-01-01')).output).toBe('');
});

test('log says where to go on after the events that it lists by default', async () => {
  const system = await openSystem({ DATA_DIR: dataDir });
  const lines: string[] = [];
  await auditVerbs.log?.({
    rest: [],
    values: {},
    environment: {},
    listed: () => ({ filter: {}, range: { after: 0n, limit: 2 } }),
    progress: silent,
    signal: AbortSignal.timeout(60_000),
    open: async () => system,
    say: (line) => void lines.push(line),
  });
  await system.stop();
  expect(lines.at(-1)).toBe('These are the first 2. Go on with --after 2, or set --limit.');
});

test('log and quarantine need no master key and only read access to the database', async () => {
  await intruder.query(
    `create role auditor login password 'reads only'; grant usage on schema log, projection to auditor;
     grant select on all tables in schema log, projection to auditor`,
  );
  const url = new URL((await runningPostgres(dataDir)) ?? '');
  [url.username, url.password] = ['auditor', 'reads only'];
  url.searchParams.delete('options');
  const reading = { DATABASE_URL: url.href, DATA_DIR: '/nonexistent' };
  const { code, output } = await auditOf(reading, 'log', '--limit', '1');
  expect([code, output.split('\n')]).toEqual([0, [expect.stringMatching(/^1 {2}/), '']]);
  expect(await auditOf(reading, 'quarantine')).toMatchObject({ code: 0, output: 'No event is in quarantine.\n' });
  await intruder.query('drop owned by auditor; drop role auditor');
});

const otherKey = Buffer.alloc(32, 1).toString('base64');
const wrongKey = 'Wrong setting. MASTER_KEY: Is not the one that this database was made with';

test.each([
  [['verify'], { DATA_DIR: '/nonexistent' }, 'There is no /nonexistent/master.key. Set DATA_DIR or MASTER_KEY.'],
  [['verify'], { MASTER_KEY: otherKey }, wrongKey],
  [['log', '--open', '--as', 'Ann Auditor'], { MASTER_KEY: otherKey }, wrongKey],
  [['export', '--out', '/dev/null'], {}, 'Cannot write the export: file already exists, /dev/null.'],
])('wrong arguments or settings end with exit code 2 and one line: %j', async (parameters, environment, line) => {
  const { code, errors } = await program({ DATA_DIR: dataDir, ...environment }, ...parameters);
  expect(errors).toBe(`${line}\n`);
  expect(code).toBe(2);
});

test.each([
  [['forgive'], 'There is no verb forgive. See npm run audit -- --help.'],
  [['verify', 'log'], 'There is an argument too many: log. See npm run audit -- --help.'],
  [['verify', '--account', 'x'], 'verify does not take --account. See npm run audit -- --help.'],
  [['log', '--type', 'AnecdoteMade'], 'There is no type of event named AnecdoteMade.'],
  [['log', '--after', 'yesterday'], '--after must be a position: a whole number.'],
  [['log', '--since', 'someday'], '--since must be a time, such as 2026-01-31T12:00Z.'],
  [['log', '--until', '5000'], '--until must be a time, such as 2026-01-31T12:00Z.'],
  [['log', '--account', 'alice'], '--account must be the id of an account.'],
  [['prove', '--event', 'nope'], '--event must be the id of an event.'],
  [['check', '/nonexistent'], 'Cannot check this export: no such file or directory, /nonexistent/log.key.'],
])('wrong arguments are refused: %j', async (parameters, line) => {
  await expect(audit(...parameters)).rejects.toThrow(new ConfigurationError(line));
});

test('a checkpoint can be kept, an event proven and the log exported while the product runs', async () => {
  const checkpoint = await audit('checkpoint');
  expect(checkpoint.code).toBe(0);
  const [origin] = checkpoint.output.split('\n');
  const kept = readdirSync(join(dataDir, 'checkpoints')).sort().at(-1) ?? '';
  expect(readFileSync(join(dataDir, 'checkpoints', kept), 'utf8')).toBe(checkpoint.output);

  const { rows } = await intruder.query<{ id: string }>('select event_id as id from log.events where position = 2');
  const out = join(dataDir, 'second.tlog-proof');
  expect(await audit('prove', '--event', rows[0]?.id ?? '', '--out', out)).toMatchObject({ code: 0 });
  const nowhere = join(dataDir, 'nonexistent', 'second.tlog-proof');
  expect(await program({ DATA_DIR: dataDir }, 'prove', '--event', rows[0]?.id ?? '', '--out', nowhere)).toEqual({
    code: 2,
    output: '',
    errors: `Cannot write the proof: no such file or directory, ${nowhere}.\n`,
  });
  expect(checkProof(readFileSync(out))).toMatchObject({ event: { id: rows[0]?.id }, number: 2n, log: origin });

  const folder = join(dataDir, 'export');
  expect(await audit('export', '--out', folder)).toMatchObject({ code: 0 });
  const { code, output } = await auditOf({}, 'check', folder, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ isSound: true, checkpoint: { origin }, difference: null });
});

const small = mountDisk('1m');
afterAll(() => (small === undefined ? undefined : unmountDisk(small)));
test.skipIf(small === undefined)(
  'no part of a proof stays on a full disk (needs permission to mount a disk)',
  async () => {
    const folder = small ?? '';
    const { rows } = await intruder.query<{ id: string }>('select event_id as id from log.events where position = 2');
    fill(join(folder, 'filler'));
    const proving = audit('prove', '--event', rows[0]?.id ?? '', '--out', join(folder, 'second.tlog-proof'));
    await expect(proving).rejects.toThrow(new ConfigurationError('Cannot write the proof: no space left on device.'));
    expect(readdirSync(folder)).toEqual(['filler']);
  },
);

test('log --open shows sealed data only to a named reader, and records the reading in the history of the person', async () => {
  const asked = ['log', '--open', '--type', 'AnecdoteCreated', '--limit', '1'];
  await expect(audit(...asked)).rejects.toThrow(
    '--as must name who reads; the name is recorded for the people whose data it is.',
  );
  const { code, output } = await audit(...asked, '--as', 'Ann Auditor', '--json');
  expect(code).toBe(0);
  const event = JSON.parse(output);
  expect(event).toMatchObject({ type: 'AnecdoteCreated', unopened: null, data: { description: CANARY } });
  const recorded = await audit('log', '--type', 'AccountRead', '--account', event.data.owner, '--json');
  expect(JSON.parse(recorded.output)).toMatchObject({ data: { account: event.data.owner }, isSealed: true });
  expect(recorded.output).not.toContain('Ann');
  const opened = await audit('log', '--type', 'AccountRead', '--open', '--as', 'Ann Auditor');
  expect(opened.output).toContain('"reader":"Ann Auditor"');
});

test('replay says in one line that an account does not exist or was erased', async () => {
  const [missing, erased] = [randomUUID(), randomUUID()];
  await intruder.query('insert into vault.subject_key (subject, destroyed_at) values ($1, now())', [erased]);
  const replayOf = (account: string) => audit('replay', '--account', account, '--as', 'Ann', '--until', '1');
  await expect(replayOf(missing)).rejects.toThrow(new ConfigurationError(`There is no account ${missing}.`));
  await expect(replayOf(erased)).rejects.toThrow(new ConfigurationError(`The account ${erased} was erased.`));
  await intruder.query('delete from vault.subject_key where subject = $1', [erased]);
});

test('replay answers like the API at a position or a time, and prints the position', async () => {
  const { output: listed } = await audit('log', '--type', 'AnecdoteCreated', '--json');
  const [first, second] = listed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const account = first.data.owner;
  const named = ['--account', account, '--as', 'Ann Auditor'];
  const asked = await audit('replay', '/api/anecdotes?search=canary', '--until', first.position, '--json', ...named);
  expect(asked.code).toBe(0);
  expect(JSON.parse(asked.output)).toMatchObject({
    position: first.position,
    answer: { data: [{ description: CANARY }], pagination: { totalItems: 1 } },
  });
  await expect(audit('replay', '--until', 'then', ...named)).rejects.toThrow(ConfigurationError);

  const system = await openSystem({ DATA_DIR: dataDir });
  const replayed = async (path: string, time: string) => {
    const until = { time: new Date(time) };
    const { position, answer } = await replay(system, { account, until, path }, silent, AbortSignal.timeout(60_000));
    const { data } = answer as { data: { total_anecdotes: number; user_reacted: boolean } };
    return { position, total: data.total_anecdotes, isSameHere: data.user_reacted };
  };
  try {
    const before = new Date(Date.parse(second.metadata.at) - 1).toISOString();
    const { position, total } = await replayed('/api/tags/stats', before);
    // Both anecdotes may have been written in the same millisecond.
    expect([0, 1]).toContain(total);
    expect(position).toBe(BigInt([first, second][total].position) - 1n);
    const whole = await replayed('/api/statistics', '2100-01-01T00:00Z');
    expect(whole).toMatchObject({ position: await system.source.head(), total: 3 });
    const { timestamp } = (await client.call('POST', `/api/anecdotes/${anecdote}/react`)).body;
    const moment = new Date(Date.parse(timestamp) - 1).toISOString();
    expect(await replayed(`/api/anecdotes/${anecdote}`, moment)).toMatchObject({ isSameHere: false });
  } finally {
    await system.stop();
  }
});

test('a second rebuild at the same time is refused in one line', async () => {
  await intruder.query('select pg_advisory_lock($1)', [REBUILD_LOCK]);
  await expect(audit('rebuild')).rejects.toThrow(new ConfigurationError('Another rebuild of these views is running.'));
  await intruder.query('select pg_advisory_unlock($1)', [REBUILD_LOCK]);
});

test('a rebuild whose lock cannot be asked for gives its connection back, so that the program can end', async () => {
  const system = await openSystem({ DATA_DIR: dataDir });
  system.pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((statement: unknown, ...rest: unknown[]) =>
      String(statement).includes('pg_try_advisory_lock')
        ? Promise.reject(new Error('Connection terminated'))
        : query(statement, ...rest)) as never;
  });
  await expect(rebuildViews(callOn(system))).rejects.toThrow('Connection terminated');
  expect(system.pool.idleCount).toBe(system.pool.totalCount);
  await system.stop();
});

test('views that the running service rebuilds are neither rebuilt by another program nor verified', async () => {
  await intruder.query("update projection.generation set is_stale = true where state = 'live'");
  await expect(audit('rebuild')).rejects.toThrow(/^The running service is rebuilding these views already\.$/);
  const step = vi.spyOn(silent, 'step');
  await expect(audit('verify')).rejects.toThrow(/^The views are not built yet\./);
  expect(new Set(step.mock.calls.map(([part]) => part))).toEqual(new Set(['Chain']));
  await intruder.query("update projection.generation set is_stale = false where state = 'live'");
});

test('rebuild replaces views that were changed by hand, while the product runs', async () => {
  await intruder.query('update views.anecdote set description = $1 where id = $2', ['changed', anecdote]);
  const { code, output } = await audit('rebuild');
  expect(output).toMatch(/^The views are rebuilt from \d+ events in .+ events\/s\.\n$/);
  expect(code).toBe(0);
  expect((await client.call('GET', `/api/anecdotes/${anecdote}`)).body.data.description).toBe('The third.');
  expect((await client.call('POST', '/api/anecdotes', { description: 'The fourth.' })).status).toBe(201);
});

test('verify reports no difference when the log and its tree grow meanwhile', async () => {
  const system = await openSystem({ DATA_DIR: dataDir });
  const query = system.pool.query.bind(system.pool) as (...parameters: unknown[]) => Promise<never>;
  let hasGrown = false;
  system.pool.query = async (...parameters: unknown[]) => {
    if (!hasGrown && String(parameters[0]).includes('from projection.tree')) {
      hasGrown = true;
      await client.call('POST', '/api/anecdotes', { description: 'Meanwhile.' });
      await growTree(system);
    }
    return query(...parameters);
  };
  const checked = verify(system, readCheckpointSetting({ DATA_DIR: dataDir }), silent, AbortSignal.timeout(60_000));
  const { isSound, tree } = await checked.finally(system.stop);
  expect({ isSound, hasGrown, beyondLog: tree.tree.beyondLog }).toEqual({
    isSound: true,
    hasGrown: true,
    beyondLog: 0,
  });
});

test('quarantine retry applies the waiting events and reports those that still wait', async () => {
  const park = (revision: number) =>
    intruder.query(
      `insert into projection.quarantine (generation, position, stream, revision, event_id, type, error, attempts, reason)
       select generation.id, events.position, stream, $2, event_id, type, 'TypeError', 3, 'poison'
       from projection.generation, log.events where state = 'live' and events.position = $1`,
      [head, revision],
    );
  await park(0);
  expect(await audit('quarantine', 'retry')).toMatchObject({
    code: 0,
    output: 'Events projected now: 1. Events still in quarantine: 0.\n',
  });
  // The stream has no event with this revision.
  await park(5);
  const { code, output } = await audit('quarantine', 'retry', '--json');
  await intruder.query('delete from projection.quarantine');
  expect([code, JSON.parse(output)]).toEqual([1, { applied: 0, waiting: 1 }]);
});

test('key prints the public keys of the log, and with --new a private one of the same name, as lines or as JSON', async () => {
  const { output } = await audit('key');
  const name = output.split('+')[0];
  expect(JSON.parse((await audit('key', '--json')).output)).toEqual({ keys: [output.trimEnd()] });
  const { key } = JSON.parse((await audit('key', '--new', '--json')).output);
  expect(key).toMatch(/^PRIVATE\+KEY\+/);
  expect([name, (await audit('key', '--new')).output.split('+')[2]]).toEqual([key.split('+')[2], name]);
});

test('--help shows every verb', async () => {
  const { code, output } = await audit('--help');
  const verbs = ['verify', 'log', 'replay', 'rebuild', 'quarantine', 'checkpoint', 'prove', 'export', 'check', 'key'];
  expect([code, verbs.filter((verb) => !output.includes(`\n${verb} `))]).toEqual([0, []]);
});

test('verify also works on a stopped installation and leaves it unchanged', async () => {
  await intruder.end();
  await product.stop();
  const { code, output } = await audit('verify');
  expect(output).toContain('Log and views agree.');
  expect(code).toBe(0);
  product = await startProduct(dataDir);
  client = await logIn(product.address);
  expect((await client.call('GET', `/api/anecdotes/${anecdote}`)).status).toBe(200);
});
