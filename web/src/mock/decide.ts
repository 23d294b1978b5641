import { Problem } from '@anecdotes/contracts';
import type { Decider } from '../../../command-service/src/decider.ts';

/**
 * Executes `command` with a decider of the command-service: returns the events and the state after them. Throws the
 * refusal. Deciders are pure and depend on the contracts only, so the page can run the same code as the service.
 */
export function execute<State, Command, Event, Context>(
  decider: Decider<State, Command, Event, Context>,
  command: Command,
  state: State,
  context: Context,
): { events: readonly Event[]; state: State } {
  const decision = decider.decide(command, state, context);
  if ('refused' in decision) throw new Problem(decision.refused);
  return { events: decision.events, state: decision.events.reduce(decider.evolve, state) };
}
