import { every, type RepeatedJob } from '@anecdotes/contracts/server/concurrency/every';
import type { FastifyBaseLogger } from 'fastify';
import type { AccountDependencies } from './account/commands.ts';
import { eraseUnverifiedAccounts } from './account/expire-unverified.ts';
import { forgetExpiredInvitations } from './account/invitations.ts';
import { emptyGuestJournalWhenDue, type ResetDependencies } from './guest-journal/reset.ts';
import { applyErasures } from './vault/erasures.ts';
import type { Idempotency } from './vault/idempotency.ts';
import type { LogGuard } from './vault/log-guard.ts';
import { appendDue } from './vault/pending-events.ts';
import { sweepVault } from './vault/sweep.ts';

type Dependencies = AccountDependencies &
  ResetDependencies & { readonly logGuard: LogGuard; readonly guestResetHours: number };

const SWEEP_INTERVAL_MS = 10 * 60_000;
const GUEST_RESET_INTERVAL_MS = 60_000;
const LOG_CHECK_INTERVAL_MS = 2_000;
const PENDING_EVENTS_INTERVAL_MS = 1_000;

/** Starts the periodic jobs. Any number of processes may run them at once. */
export function startJobs(deps: Dependencies, idempotency: Idempotency, log: FastifyBaseLogger): RepeatedJob[] {
  const warn = (message: string) => (err: unknown) => log.warn({ err }, message);
  const sweeps = [
    () => idempotency.sweep(),
    () => sweepVault(deps.vault),
    () => eraseUnverifiedAccounts(deps),
    () => forgetExpiredInvitations(deps),
    () => applyErasures({ ...deps, log: deps.logGuard.log }),
  ];
  const onSweepError = warn(`vault cleanup failed; will retry in ${SWEEP_INTERVAL_MS / 60_000} min`);
  const emptying = every(
    GUEST_RESET_INTERVAL_MS,
    (signal) => emptyGuestJournalWhenDue(deps, deps.guestResetHours, signal),
    warn(`guest journal reset failed; will retry in ${GUEST_RESET_INTERVAL_MS / 1_000} s`),
  );
  void emptying.runNow();
  const onEventsWaiting = warn('event log: some changes of the vault are not recorded in it yet; will retry');
  return [
    ...sweeps.map((sweep) => every(SWEEP_INTERVAL_MS, sweep, onSweepError)),
    emptying,
    // Its failures are logged by `onFailedCheck`.
    every(LOG_CHECK_INTERVAL_MS, deps.logGuard.check, () => {}),
    every(PENDING_EVENTS_INTERVAL_MS, () => appendDue(deps), onEventsWaiting),
  ];
}
