import { randomUUID } from 'node:crypto';
import type { CommandMetadata } from '@anecdotes/command-service/handle-command';
import { importEntry } from '@anecdotes/command-service/import/import-entry';
import { openPart } from '@anecdotes/command-service/import/import-part';
import { advance } from '@anecdotes/command-service/operations/stored-operations';
import { applyErasures } from '@anecdotes/command-service/vault/erasures';
import type { AccountId, AnecdoteId, CommandId, JournalAnecdote, OperationView } from '@anecdotes/contracts';
import { describe, expect, test, vi } from 'vitest';
import type { BothSides } from '../support/both-sides.ts';
import { importsBy } from '../support/imports.ts';
import { comparable, journalAnecdote, journalFile } from '../support/journal-files.ts';
import { useMembers } from '../support/members.ts';

let side: BothSides;
let token: string;
const newMember = useMembers((given) => {
  ({ side, token } = given);
});
const { send, call, importFile, importPaused, ended, exportJournal } = importsBy(() => ({ at: side, as: token }));

test('under an idempotency key the answer of an import is kept without its texts, that of a dry run not at all', async () => {
  const file = journalFile([journalAnecdote({ description: 'Rain on the roof' })]);
  const keyed = { 'idempotency-key': 'import' };
  const sent = async (query: string) => (await send(file, query, { headers: keyed })).json().data.report;
  const { rows } = await side.vault.query('select count(*)::int4 as kept from vault.idempotency');
  expect((await sent('?dry_run=true')).preview).toHaveLength(1);
  expect((await side.vault.query('select count(*)::int4 as kept from vault.idempotency')).rows).toEqual(rows);
  const first = await sent('');
  expect(first.preview).toHaveLength(1);
  expect(await sent('')).toEqual({ ...first, preview: [] });
});

test('the idempotency key of an import is refused with other options for the same file', async () => {
  const file = journalFile([journalAnecdote({ description: 'Hail on the roof' })]);
  const keyed = { headers: { 'idempotency-key': 'options' } };
  expect([200, 202]).toContain((await send(file, '?name=a.json', keyed)).statusCode);
  const other = await send(file, '?name=b.json', keyed);
  expect([other.statusCode, other.json().error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
});

test('an import whose answer was lost is found again under its idempotency key, and is carried out once', async () => {
  const file = journalFile([1, 2, 3].map((n) => journalAnecdote({ description: `Entry ${n}` })));
  const keyed = { headers: { 'idempotency-key': 'lost' } };
  const account = (await call('GET', '/auth/me')).data.id;
  const disableAt = (at: string) =>
    side.vault.query(`update vault.credential set disabled_at = ${at} where account = $1`, [account]);
  const ofAccount = async (sql: string) => (await side.vault.query<{ id: string }>(sql, [account])).rows[0];
  // The import of a disabled account waits.
  await disableAt('now()');
  const sent = send(file, '', keyed);
  const begun = () => ofAccount('select id from vault.operation where account = $1');
  const { id } = await vi.waitUntil(begun, { timeout: 30_000, interval: 2 });
  await call('POST', `/operations/${id}/pause`);
  expect((await sent).statusCode).toBe(202);
  const forget = `update vault.idempotency set status = null, answer = null
                  where account = $1 and answer is not null returning command_id as id`;
  await vi.waitUntil(() => ofAccount(forget), { timeout: 30_000, interval: 2 });

  const again = await send(file, '', keyed);
  expect([again.statusCode, again.json().data.operation?.id]).toEqual([202, id]);
  await vi.waitUntil(() => ofAccount(forget), { timeout: 30_000, interval: 2 });

  // As if another process were just storing it: its parts are there, the operation cannot be seen yet.
  const give = 'update vault.operation set account = $2 where account = $1';
  const other = (await call('GET', '/auth/me', { as: (await newMember()).token })).data.id;
  await side.vault.query(give, [account, other]);
  const early = await send(file, '', keyed);
  expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '1']);
  await side.vault.query(give, [other, account]);
  await disableAt('null');
  await call('POST', `/operations/${id}/resume`);
  expect(await ended(id)).toMatchObject({ status: 'done', total: 3, changed: 3 });
});

/** Imports one entry of a paused import, as if its process had ended within a step. */
async function importOne(operation: string, account: string, entry: JournalAnecdote): Promise<void> {
  const { id, connected_to, same_here, recorded: _, ...content } = entry;
  const metadata: CommandMetadata = {
    commandId: operation as CommandId,
    correlationId: operation,
    operation: { id: operation, kind: 'import' },
    at: new Date(),
    repeated: true,
    actor: { account_id: account as AccountId, kind: 'import' },
    origin: { channel: 'import', source: 'file' },
  };
  const ids = { id: id as AnecdoteId, connected_to: connected_to as AnecdoteId | null };
  const placed = { ...ids, started_after: await side.log.head() };
  await importEntry(side.deps, metadata, { ...placed, content, same_here, is_deleted: false });
}

describe('an import', () => {
  test('is undone as a whole except for later changes, including what it restored from the trash', async () => {
    const trashed = journalAnecdote({ description: 'In the trash' });
    await importFile(journalFile([trashed]));
    await side.call(token, 'DELETE', `/api/anecdotes/${trashed.id}`);
    const before = comparable((await exportJournal()).journal);
    const [one, other] = [journalAnecdote(), journalAnecdote()];
    const { operation } = await importFile(journalFile([trashed, one, other]));
    expect(operation?.changed).toBe(3);
    await side.call(token, 'PUT', `/api/anecdotes/${other.id}`, { description: 'Mine now' });
    const undo = (await call('POST', `/operations/${operation?.id}/undo`)).data as OperationView;
    expect(await ended(undo.id)).toMatchObject({ changed: 2 });
    const { anecdotes } = comparable((await exportJournal()).journal);
    expect(anecdotes).toMatchObject([{ description: 'Mine now' }]);
    expect(anecdotes.filter(({ id }) => id !== other.id)).toEqual(before.anecdotes);
    // What was undone can be imported again.
    expect((await importFile(journalFile([trashed, one]))).operation?.changed).toBe(2);
  });

  test('that restored an anecdote with another text puts it back into the trash with its own, and again that other', async () => {
    const mine = journalAnecdote({ description: 'Mine', tags: ['mine'] });
    await importFile(journalFile([mine]));
    await side.call(token, 'DELETE', `/api/anecdotes/${mine.id}`);
    const theirs = { ...mine, description: 'From the file', tags: ['theirs'] };
    const { operation } = await importFile(journalFile([theirs]));
    const undone = async (id?: string) => {
      const undo = (await call('POST', `/operations/${id}/undo`)).data as OperationView;
      return ended(undo.id);
    };
    const undo = await undone(operation?.id);
    const [entry] = (await call('GET', '/anecdotes/trash')).data;
    expect(entry.anecdote.before).toMatchObject({ description: 'Mine', tags: ['mine'] });
    await undone(undo.id);
    const { description, tags } = theirs;
    expect((await call('GET', `/anecdotes/${mine.id}`)).data).toMatchObject({ description, tags });
  });

  test('lets other operations run while it is paused, stops when it is cancelled, and leaves nothing after an undo', async () => {
    const { data: tagged } = (
      await side.call(token, 'POST', '/api/anecdotes', { description: 'Mine', tags: ['old'] })
    ).json();
    const file = journalFile(Array.from({ length: 1_500 }, () => journalAnecdote()));
    const sent = send(file);
    // The API shows the operation later when the views are behind.
    const begun = `select id from vault.operation where kind = 'import' and finished_at is null`;
    const { id } = await vi.waitUntil(async () => (await side.vault.query<{ id: string }>(begun)).rows[0], {
      timeout: 30_000,
      interval: 2,
    });
    expect((await call('POST', `/operations/${id}/pause`)).data.status).toBe('paused');
    await sent;
    const codeOf = (answer: { json(): { error: { code: string } | null } }) => answer.json().error?.code;
    const rename = { from: 'old', to: 'new', anecdotes: [tagged.id] };
    const renamed = (await side.call(token, 'POST', '/api/tags/rename', rename)).json().data as OperationView;
    expect(renamed).toMatchObject({ status: 'done', changed: 1 });
    const refused = [await send(journalFile([journalAnecdote()]))];
    refused.push(await side.call(token, 'POST', `/api/operations/${id}/undo`));
    const runs = `update vault.operation set finished_at = null, leased_until = now() + interval '1 hour' where id = $1`;
    await side.vault.query(runs, [renamed.id]);
    refused.push(await side.call(token, 'POST', `/api/operations/${id}/resume`));
    await side.vault.query('update vault.operation set finished_at = now() where id = $1', [renamed.id]);
    expect(refused.map(codeOf)).toEqual(['OPERATION_RUNNING', 'OPERATION_RUNNING', 'OPERATION_RUNNING']);
    const step = async (path: string) => (await call('POST', `/operations/${id}/${path}`)).data as OperationView;
    // It may still run for a moment; a client asks again until it has ended.
    expect((await step('cancel')).status).not.toBe('paused');
    const over = await ended(id);
    expect(over.done).toBeLessThanOrEqual(1_500);
    const undo = (await call('POST', `/operations/${id}/undo`)).data as OperationView;
    await ended(undo.id);
    expect((await exportJournal()).journal.anecdotes).toMatchObject([{ id: tagged.id, tags: ['new'] }]);
    const { rows } = await side.vault.query('select count(*)::int4 as parts from vault.import_part');
    expect(rows).toEqual([{ parts: 0 }]);
  });

  test('counts what it had restored when its process ended in the middle of a step', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const trashed = journalAnecdote();
    await importFile(journalFile([trashed]));
    await call('DELETE', `/anecdotes/${trashed.id}`);
    const id = await importPaused(journalFile([trashed]), account);
    await importOne(id, account, trashed);
    await call('POST', `/operations/${id}/resume`);
    expect(await ended(id)).toMatchObject({ status: 'done', changed: 1 });
  });

  test('leaves out an entry whose anecdote was erased from the trash while it was paused', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const [gone, child] = [journalAnecdote({ description: 'Gone' }), journalAnecdote({ description: 'Stays' })];
    await importFile(journalFile([gone]));
    await call('DELETE', `/anecdotes/${gone.id}`);
    const id = await importPaused(journalFile([gone, { ...child, connected_to: gone.id }]), account);
    await call('POST', `/anecdotes/${gone.id}/erase`);
    await call('POST', `/operations/${id}/resume`);
    expect(await ended(id)).toMatchObject({ status: 'done', changed: 1, failed: 0 });
    const { anecdotes } = (await exportJournal()).journal;
    expect(anecdotes).toMatchObject([{ description: 'Stays', connected_to: gone.id }]);
    // A later import of the same file creates it again.
    await importFile(journalFile([gone]));
    expect((await exportJournal()).journal.anecdotes).toHaveLength(2);
  });

  test.each([
    { clock: 'ahead', apart: '1 hour', created: 0 },
    { clock: 'behind', apart: '-1 hour', created: 1 },
  ])('leaves out what was erased after its start, and nothing else, with a clock that is $clock', async (given) => {
    const account = (await call('GET', '/auth/me')).data.id;
    const entry = journalAnecdote();
    await importFile(journalFile([entry]));
    const erase = () => call('POST', `/anecdotes/${entry.id}/erase`);
    if (given.created === 1) await erase();
    else await call('DELETE', `/anecdotes/${entry.id}`);
    const id = await importPaused(journalFile([entry]), account);
    if (given.created === 0) await erase();
    await side.vault.query(`update vault.operation set started_at = now() + interval '${given.apart}' where id = $1`, [
      id,
    ]);
    await call('POST', `/operations/${id}/resume`);
    expect(await ended(id)).toMatchObject({ status: 'done', changed: given.created });
  });

  test('creates what was erased before it, also when a refused call with its idempotency key came first', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const entry = journalAnecdote({ description: 'Again' });
    await importFile(journalFile([entry]));
    await call('DELETE', `/anecdotes/${entry.id}`);
    const other = await importPaused(journalFile([journalAnecdote()]), account);
    const headers = { 'idempotency-key': 'retried' };
    const sent = () => send(journalFile([entry]), '', { headers });
    expect((await sent()).json().error?.code).toBe('OPERATION_RUNNING');
    await call('POST', `/anecdotes/${entry.id}/erase`);
    await call('POST', `/operations/${other}/cancel`);
    await ended(other);
    const { id } = (await sent()).json().data.operation;
    expect(await ended(id)).toMatchObject({ changed: 1 });
  });

  test('that is not done loses the text of an entry when its anecdote is erased, also in an older vault', async () => {
    const account = (await call('GET', '/auth/me')).data.id as AccountId;
    const [trashed, renamed, other] = ['Trashed', 'Renamed', 'Other'].map((description) =>
      journalAnecdote({ description }),
    ) as [JournalAnecdote, JournalAnecdote, JournalAnecdote];
    await importFile(journalFile([renamed]));
    await call('POST', `/anecdotes/${renamed.id}/erase`);
    await call('GET', '/auth/me');
    // Gets another id, because its own is erased.
    await importFile(journalFile([trashed, renamed]));
    const ids = await vi.waitUntil(async () => {
      const { anecdotes } = (await exportJournal()).journal;
      return anecdotes.length === 2 && anecdotes.map(({ id }) => id);
    }, 60_000);
    expect(ids).not.toContain(renamed.id);
    for (const id of ids) await call('DELETE', `/anecdotes/${id}`);
    const operation = await importPaused(journalFile([trashed, other, renamed]), account);
    const contentOf = async () =>
      (await side.vault.query('select content from vault.import_part where operation = $1', [operation])).rows[0]
        .content;
    const key = await side.deps.keys.get(account);
    const texts = async () =>
      openPart(key as Uint8Array, { operation, number: 0 }, await contentOf()).map(
        (entry) => entry?.content.description,
      );
    const older = await contentOf();
    expect(await texts()).toEqual(['Trashed', 'Other', 'Renamed']);
    for (const id of ids) await call('POST', `/anecdotes/${id}/erase`);
    expect(await texts()).toEqual([undefined, 'Other', undefined]);
    await side.vault.query('update vault.import_part set content = $2 where operation = $1', [operation, older]);
    await side.vault.query('update vault.log set erased_through = 0');
    await applyErasures(side.deps);
    expect(await texts()).toEqual([undefined, 'Other', undefined]);
    await call('POST', `/operations/${operation}/resume`);
    expect(await ended(operation)).toMatchObject({ changed: 1, failed: 0, done: 3 });
  });

  test('keeps the entries of a step only until the step is done', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const id = await importPaused(journalFile(Array.from({ length: 101 }, () => journalAnecdote())), account);
    const runner = randomUUID();
    await side.vault.query('update vault.operation set runner = $2 where id = $1', [id, runner]);
    await advance(side.vault, { id, runner }, { done: 100, changed: 100, failed: 0, position: 0n });
    const { rows } = await side.vault.query('select number from vault.import_part where operation = $1', [id]);
    expect(rows).toEqual([{ number: 1 }]);
  });

  test('creates an entry although another account erased the anecdote with its id meanwhile', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const other = { as: (await newMember()).token };
    const file = journalFile([journalAnecdote()]);
    await importFile(file, other);
    const id = await importPaused(file, account);
    await call('POST', `/anecdotes/${file.anecdotes[0]?.id}/erase`, other);
    await call('POST', `/operations/${id}/resume`);
    expect(await ended(id)).toMatchObject({ status: 'done', changed: 1 });
  });

  test('that is not done closes no circle with a link that a person makes meanwhile, which may be repeated with its key', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const top = (await side.call(token, 'POST', '/api/anecdotes', { description: 'Top' })).json().data.id;
    const between = journalAnecdote({ connected_to: top });
    const below = journalAnecdote({ connected_to: between.id });
    const id = await importPaused(journalFile([below, between]), account);
    await importOne(id, account, below);
    const key = { 'idempotency-key': 'link' };
    const link = () => side.call(token, 'PUT', `/api/anecdotes/${top}/parent`, { parent: below.id }, key);
    const early = await link();
    await call('POST', `/operations/${id}/resume`);
    expect(await ended(id)).toMatchObject({ status: 'done', done: 2, failed: 0 });
    expect((await call('GET', `/anecdotes/${top}`)).data.connected_to).toBeNull();
    expect([early.statusCode, early.json().error?.code]).toEqual([409, 'OPERATION_RUNNING']);
    expect((await link()).json().error?.code).toBe('CONNECTION_LOOP');
  });

  test('that is not done makes an undo of a link that may close a circle wait for its end', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const between = journalAnecdote();
    const below = journalAnecdote({ connected_to: between.id });
    const cancelled = await importPaused(journalFile([below, between]), account);
    await importOne(cancelled, account, below);
    const cancel = async (id: string) => {
      await call('POST', `/operations/${id}/cancel`);
      await ended(id);
    };
    await cancel(cancelled);
    const { id: key, key: secret } = (await side.call(token, 'POST', '/api/api-keys', { name: 'Shortcut' })).json()
      .data;
    const written = { description: 'Linked', connected_to: below.id };
    const { id } = (await side.call(token, 'POST', '/api/anecdotes', written)).json().data;
    await side.call(secret, 'PUT', `/api/anecdotes/${id}`, { connected_to: null, location: 'Here' });
    const running = await importPaused(journalFile([journalAnecdote()]), account);
    const body = { changes: { key, since: '2026-01-01T00:00:00.000Z' }, anecdotes: [id] };
    const undo = async () => (await side.call(token, 'POST', '/api/history/undo', body)).json().data[0];
    expect((await undo()).error?.code).toBe('OPERATION_RUNNING');
    expect((await call('GET', `/anecdotes/${id}`)).data).toMatchObject({ connected_to: null, location: 'Here' });
    await cancel(running);
    expect((await undo()).data).toEqual({ id, is_undone: true, conflicts: [] });
    expect((await call('GET', `/anecdotes/${id}`)).data).toMatchObject({ connected_to: below.id, location: null });
  });

  test('that was cancelled stores no circle of links when it is repeated', async () => {
    const [first, last] = [journalAnecdote(), journalAnecdote()];
    const others = Array.from({ length: 500 }, () => journalAnecdote());
    const circle = [{ ...first, connected_to: last.id }, ...others, { ...last, connected_to: first.id }];
    const sent = send(journalFile(circle));
    const begun = async () => (await call('GET', '/operations')).data?.[0] as OperationView | undefined;
    const { id } = await vi.waitUntil(begun, { timeout: 30_000, interval: 2 });
    await call('POST', `/operations/${id}/cancel`);
    await sent;
    await ended(id);
    await importFile(journalFile(circle));
    const { anecdotes } = (await exportJournal()).journal;
    expect(anecdotes).toHaveLength(circle.length);
    expect(anecdotes.filter(({ connected_to }) => connected_to !== null)).toMatchObject([
      { id: first.id, connected_to: last.id },
    ]);
  });

  test('that was cancelled closes no circle with a link that a person made before it is repeated', async () => {
    const account = (await call('GET', '/auth/me')).data.id;
    const top = (await side.call(token, 'POST', '/api/anecdotes', { description: 'Top' })).json().data.id;
    const between = journalAnecdote({ connected_to: top });
    const below = journalAnecdote({ connected_to: between.id });
    const file = journalFile([below, between]);
    const id = await importPaused(file, account);
    await importOne(id, account, below);
    await call('POST', `/operations/${id}/cancel`);
    await ended(id);
    expect((await side.call(token, 'PUT', `/api/anecdotes/${top}/parent`, { parent: below.id })).statusCode).toBe(200);
    // The import is not told which position of the log to wait for.
    await call('GET', '/anecdotes');
    expect((await importFile(file)).report.problems).toMatchObject([
      { message: 'Its link is left out: it leads in a circle' },
    ]);
    expect((await call('GET', `/anecdotes/${between.id}`)).data.connected_to).toBeNull();
  });

  test('stores what a person wrote only encrypted', async () => {
    const secret = 'A cello on the tram 7f3a';
    await side.vault.query('create table vault.kept as select * from vault.import_part with no data');
    await side.vault.query(`create function vault.keep_part() returns trigger language plpgsql as
      $$ begin insert into vault.kept select old.*; return old; end $$`);
    await side.vault.query(`create trigger keep_part before delete on vault.import_part
      for each row execute function vault.keep_part()`);
    try {
      await importFile(journalFile([journalAnecdote({ description: secret, tags: ['cello'] })]));
      const { rows } = await side.vault.query<{ text: string }>(
        `select o::text as text from vault.operation o union all select k::text from vault.kept k`,
      );
      const kept = rows.map(({ text }) => text).join('\n');
      expect(rows.length).toBeGreaterThan(1);
      expect(kept).not.toMatch(/cello|mine\.zip/);
    } finally {
      await side.vault.query('drop function vault.keep_part cascade');
      await side.vault.query('drop table vault.kept');
    }
  });
});
