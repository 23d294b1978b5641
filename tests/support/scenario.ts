import type { Decider } from '@anecdotes/command-service/decider';
import type { ProblemCode } from '@anecdotes/contracts';
import { expect } from 'vitest';

/**
 * Tests a decider in the form of its rules: `given(...events).when(command, context).then(...events)`, `.thenNothing()`
 * or `.thenRefused(code)`.
 */
export function scenario<State, Command, Event, Context>(decider: Decider<State, Command, Event, Context>) {
  return {
    given: (...history: readonly Event[]) => ({
      when(command: Command, context: Context) {
        const state = history.reduce(decider.evolve, decider.initial);
        const decision = decider.decide(command, state, context);
        return {
          // biome-ignore lint/suspicious/noThenProperty: the third word of the specification; nobody awaits a decision.
          then: (...events: readonly Event[]) => expect(decision).toEqual({ events }),
          thenNothing: () => expect(decision).toEqual({ events: [] }),
          thenRefused: (refused: ProblemCode) => expect(decision).toEqual({ refused }),
        };
      },
    }),
  };
}
