import { type MailWorkerDependencies, sendNext } from '@anecdotes/command-service/mail/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandSide, startCommandSide } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';

let side: CommandSide;
beforeAll(async () => {
  side = await startCommandSide();
});
afterAll(() => side.close());

type When = 'before' | 'after';

/**
 * The dependencies of a worker that is killed right before or after its `step`-th call to the vault, the log or the
 * mail server. `died` resolves at that moment.
 */
function killedAt(step: number, when: When, deps: MailWorkerDependencies) {
  let steps = 0;
  let die = (_: 'dead') => {};
  const died = new Promise<'dead'>((resolve) => {
    die = resolve;
  });
  const dead = () => {
    die('dead');
    return new Promise<never>(() => {});
  };
  const killable =
    <Arguments extends unknown[], Result>(ask: (...input: Arguments) => Promise<Result>) =>
    async (...input: Arguments): Promise<Result> => {
      steps += 1;
      const isLast = steps === step;
      if (isLast && when === 'before') return dead();
      const result = await ask(...input);
      return isLast ? dead() : result;
    };
  const { vault, log, transport } = deps;
  /** The connection of the killed worker goes back to the pool, as if the server had closed it. */
  const connect = killable(async () => {
    const client = await vault.connect();
    if (steps === step && when === 'after') client.release();
    return client;
  });
  const query = killable(
    (...input: Parameters<typeof vault.query>) => vault.query(...input) as unknown as Promise<never>,
  );
  return {
    died,
    deps: {
      ...deps,
      vault: new Proxy(vault, {
        get: (pool, name) => (name === 'query' ? query : name === 'connect' ? connect : Reflect.get(pool, name, pool)),
      }),
      log: { readStream: killable(log.readStream), append: killable(log.append) },
      transport: { ...transport, send: killable(transport.send) },
    },
  };
}

const sendAll = async (deps: MailWorkerDependencies) => {
  while ((await sendNext(deps)) === 'worked');
  return 'done' as const;
};

test('a mail whose worker is killed at any step is sent by the next one, and at most once within the lease', async () => {
  const account = await side.newAccount();
  const steps: string[] = [];
  for (let step = 1, outcome = ''; outcome !== 'done'; step += 1) {
    for (const when of ['before', 'after'] as const) {
      const to = `reader${step}${when}@example.org`;
      await side.deps.outbox.enqueue({ account, campaign: 'password-changed', to });
      const mailbox = openMailbox(side);
      const times = () => mailbox.mails.filter((mail) => mail.to === to).length;
      const victim = killedAt(step, when, mailbox.deps);
      outcome = await Promise.race([sendAll(victim.deps), victim.died]);

      await sendAll(mailbox.deps);
      const withinTheLease = times();
      expect(withinTheLease, `${when} step ${step}`).toBeLessThanOrEqual(1);
      await side.vault.query("update vault.mail set leased_until = now() - interval '1 second'");
      await sendAll(mailbox.deps);
      steps.push(`${outcome}: ${withinTheLease} then ${times()}`);
      expect(times(), `${when} step ${step}`).toBeGreaterThanOrEqual(1);
    }
  }
  expect(steps.filter((text) => text.startsWith('dead')).length).toBeGreaterThanOrEqual(10);
  // Sent twice only when nobody can know that the server took it: killed right after that, or before it was recorded.
  expect(steps.filter((text) => text.endsWith('1 then 2'))).toHaveLength(3);
  const { rows } = await side.vault.query('select 1 from vault.mail where content is not null');
  expect(rows).toEqual([]);
});
