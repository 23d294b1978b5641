import { gauge } from '@anecdotes/contracts/server/http/metrics';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ProjectionHealth } from './projection/health.ts';
import type { BatchReport } from './projection/write-in-parts.ts';

/**
 * Measures the projector: how long batches take, how many events they have, how old these are when they become visible.
 */
export function measureProjection(
  registry: Registry,
  health: () => Pick<ProjectionHealth, 'lag' | 'behindSeconds' | 'quarantined' | 'missingKeys'>,
) {
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
  const registers = [registry];
  const batch = new Histogram({ name: 'projection_batch_seconds', help: 'Time to write a batch', buckets, registers });
  const lag = new Histogram({
    name: 'projection_lag_seconds',
    help: 'From the record of the oldest event of a batch to its commit in the live views',
    buckets,
    registers,
  });
  const events = new Counter({ name: 'projection_events_total', help: 'Events projected', registers });
  gauge(
    registry,
    'projection_lag_positions',
    'Positions of the log that the views have not reached',
    () => health().lag,
  );
  gauge(
    registry,
    'projection_behind_seconds',
    'How long the views have been behind the log',
    () => health().behindSeconds,
  );
  gauge(registry, 'projection_missing_keys', 'Events whose key is not in the vault', () => health().missingKeys);
  gauge(registry, 'projection_quarantined', 'Events that wait in quarantine', () => health().quarantined);

  return (report: BatchReport, now: Date): void => {
    batch.observe(report.milliseconds / 1_000);
    events.inc(report.events);
    if (report.oldest !== undefined) lag.observe(Math.max(0, now.getTime() - report.oldest.getTime()) / 1_000);
  };
}
