import { Problem } from '@anecdotes/contracts';
import type { Decider } from '../../../command-service/src/decider.ts';

/**
 * Carries out `command` by the rules of the command-service: returns what happened and the state after it. Throws the
 * refusal. The deciders are pure and know the contracts only, so that the page can run the same code as the service.
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
