import type { HistoryKind, StateField } from '@anecdotes/contracts';

/** Those of the contracts, whose module would bring all of zod to the page; the compiler misses none. */
export const historyKinds = namesOf<HistoryKind>({ anecdote: true, import: true, account: true, key: true });
export const stateFields = namesOf<StateField>({
  description: true,
  tags: true,
  timestamp: true,
  time_zone: true,
  location: true,
  coordinates: true,
  connected_to: true,
});

function namesOf<Name extends string>(names: Record<Name, true>): readonly Name[] {
  return Object.keys(names) as Name[];
}
