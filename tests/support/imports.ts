import { type ImportAnswer, JournalFile, type OperationView } from '@anecdotes/contracts';
import { expect, vi } from 'vitest';
import type { BothSides } from './both-sides.ts';
import { unzip } from './unzip.ts';

/** The services that are called, and the token of the caller. */
type Where = { at: BothSides; as: string };

/**
 * Calls that import and export journals. They go where `byDefault` says unless a call names another place. `timeout` is
 * how long an import may run, in milliseconds.
 */
export function importsBy(byDefault: () => Where, { timeout = 60_000 } = {}) {
  type Given = Partial<Where> & { headers?: Record<string, string> };

  async function send(file: unknown, query = '', { headers = {}, ...given }: Given = {}) {
    const { at, as } = { ...byDefault(), ...given };
    const payload = Buffer.isBuffer(file) ? file : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file));
    return at.app.inject({
      method: 'POST',
      url: `/api/import${query}`,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/octet-stream', ...headers },
      payload,
    });
  }

  async function call(method: string, path: string, given: Given = {}) {
    const { at, as } = { ...byDefault(), ...given };
    return (await at.call(as, method, `/api${path}`)).json();
  }

  /** Imports a file and waits for the end; returns the answer of the service. */
  async function importFile(file: unknown, given: Given = {}): Promise<ImportAnswer> {
    const answer = await send(file, '?name=mine.zip', given);
    expect([200, 202], answer.body).toContain(answer.statusCode);
    const { report, operation } = answer.json().data as ImportAnswer;
    return { report, operation: operation && (await ended(operation.id, given)) };
  }

  /** Waits until the operation has ended, and returns it. */
  async function ended(id: string, given: Given = {}) {
    return vi.waitUntil(
      async () => {
        // The service answers without data while the views are far behind.
        const { data } = (await call('GET', '/operations', given)) as { data: OperationView[] | null };
        return data?.find((each) => each.id === id && (each.status === 'done' || each.status === 'cancelled'));
      },
      { timeout, interval: 50 },
    );
  }

  /** Imports a file into the journal of `account`, and pauses before the first entry; returns the operation's id. */
  async function importPaused(file: unknown, account: string): Promise<string> {
    const { vault } = byDefault().at;
    const disableAt = (at: string) =>
      vault.query(`update vault.credential set disabled_at = ${at} where account = $1`, [account]);
    await call('GET', '/auth/me');
    // The import of a disabled account waits.
    await disableAt('now()');
    const sent = send(file);
    const begun = () =>
      vault.query<{ id: string }>('select id from vault.operation where account = $1 and finished_at is null', [
        account,
      ]);
    const { id } = await vi.waitUntil(async () => (await begun()).rows[0], { timeout, interval: 2 });
    await call('POST', `/operations/${id}/pause`);
    await disableAt('null');
    await sent;
    return id;
  }

  async function exportJournal(given: Given = {}): Promise<{ archive: Buffer; journal: JournalFile }> {
    const { at, as } = { ...byDefault(), ...given };
    const { rawPayload: archive } = await at.call(as, 'GET', '/api/export?trash=true');
    return { archive, journal: JournalFile.parse(JSON.parse((await unzip(archive)).get('journal.json') ?? '')) };
  }

  return { send, call, importFile, importPaused, ended, exportJournal };
}
