import { setTimeout as delay } from 'node:timers/promises';
import { type AccountId, type OperationView, Problem } from '@anecdotes/contracts';
import { operationsOf } from '@anecdotes/contracts/server/operations';
import type { CommandMetadata } from '../handle-command.ts';
import type { OperationDependencies } from './runner.ts';

/** A call waits this long for its operation; if that takes longer, the answer shows a running one. */
const WAIT_MS = 2_000;
const POLL_MS = 50;

/** The operation `id` of `account`. Throws OPERATION_NOT_FOUND. */
export async function look({ vault, keys }: OperationDependencies, account: AccountId, id: string) {
  const [operation] = await operationsOf(vault, keys, account, id);
  if (operation === undefined) throw new Problem('OPERATION_NOT_FOUND');
  return operation;
}

/** The operation when it is done, or as it is after WAIT_MS. Polls the vault, because any process may run it. */
export async function lookUntilDone(
  deps: OperationDependencies,
  { commandId, actor }: CommandMetadata,
): Promise<OperationView> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const operation = await look(deps, actor.account_id, commandId);
    if (operation.status !== 'running' || performance.now() > until) return operation;
    await delay(POLL_MS);
  }
}
