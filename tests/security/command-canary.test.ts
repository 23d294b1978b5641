import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';

let side: CommandSide;
let call: Caller;

beforeAll(async () => {
  side = await startCommandSide();
  call = callerOf(side.app, await side.tokenOf());
});
afterAll(() => side.close());

const canaries = {
  note: 'canary-note-8f3a',
  tag: 'canary-tag-8f3a',
  place: 'canary-place-8f3a',
  address: 'canary-address-8f3a',
  latitude: '12.345678',
  key: 'canary-key-8f3a',
  username: 'canary-name-8f3a',
  password: 'canary-password-8f3a',
};

test('what a person writes is found in no column, no log line and no metric', async () => {
  const personal = {
    description: canaries.note,
    tags: [canaries.tag],
    location: canaries.place,
    coordinates: { lat: Number(canaries.latitude), lng: 1, address: canaries.address },
  };
  const key = { 'idempotency-key': canaries.key };
  const { id } = (await call('POST', '/api/anecdotes', personal, key)).json().data;
  await call('POST', '/api/anecdotes/batch', { anecdotes: [personal, { ...personal, [canaries.note]: 1 }] });
  await call('PUT', `/api/anecdotes/${id}`, { description: `${canaries.note} again` });
  await call('PUT', `/api/anecdotes/${id}`, { description: `${canaries.note}\u0000` });
  await call('PUT', `/api/anecdotes/${canaries.note}?q=${canaries.note}`, { description: canaries.note });
  await call('POST', '/api/anecdotes', `{"description":"${canaries.note}`);
  await call('POST', `/api/${canaries.note}`, personal);
  await call('DELETE', `/api/anecdotes/${id}`);
  await call('POST', `/api/anecdotes/${id}/restore`);
  await side.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `username=${canaries.username}&password=${canaries.password}`,
  });

  const stored = await everything();
  expect(stored).toContain('AnecdoteRestored');
  const seen = [stored, side.logged(), await side.registry.metrics()].join('\n');
  for (const [name, canary] of Object.entries(canaries)) {
    expect(seen.includes(canary), name).toBe(false);
    expect(seen.includes(Buffer.from(canary).toString('hex')), `${name} in hex`).toBe(false);
    expect(seen.includes(Buffer.from(canary).toString('base64').slice(0, 12)), `${name} in base64`).toBe(false);
  }
});

/** Every row of every table of the log and the vault, as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await side.vault.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('log', 'vault') and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await side.vault.query(`select row_to_json(t)::text as row from "${schema}"."${name}" t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
