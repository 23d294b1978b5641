import type { ProblemCode } from '@anecdotes/contracts';

/** The result of a command: events (none when nothing has to change) or a refusal. */
export type Decision<Event> = { readonly events: readonly Event[] } | { readonly refused: ProblemCode };

/**
 * The rules of one aggregate as pure functions (Chassaing, "Functional Event Sourcing Decider"): `evolve` folds events
 * into a state, `decide` answers a command in a state. Clock and ids come in through `context`.
 */
export type Decider<State, Command, Event, Context> = {
  readonly initial: State;
  /** Allows snapshots. Raise it with every change of `State` or `evolve`, because older snapshots are then wrong. */
  readonly stateVersion?: number;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State, context: Context): Decision<Event>;
};

/** An event together with the server time of its decision. */
export type Dated<Event> = Event & { readonly at: string };

/** The decision that nothing has to change. */
export const noEvents = { events: [] } as const;

/** The decision that `events` happen at the time of the context. */
export function emit<Event extends object>(
  { now }: { readonly now: string },
  ...events: readonly Event[]
): Decision<Dated<Event>> {
  return { events: events.map((event) => ({ ...event, at: now })) };
}
