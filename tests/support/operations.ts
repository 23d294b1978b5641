import type { OperationView } from '@anecdotes/contracts';

/** An operation that has processed 4,200 of 20,000 anecdotes; `given` replaces its fields. */
export function runningOperation(given: Partial<OperationView>): OperationView {
  return {
    id: '0197c000-0000-7000-8000-00000000000a',
    kind: 'tags',
    change: null,
    file: null,
    status: 'running',
    total: 20_000,
    done: 4_200,
    changed: 4_200,
    failed: 0,
    position: '0',
    started_at: '2026-03-04T12:00:00.000Z',
    undoes: null,
    undone_by: null,
    ...given,
  };
}
