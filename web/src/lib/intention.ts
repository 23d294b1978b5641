import { useRef } from 'react';

export type Intention<Payload> = { key: string; payload: Payload };

/**
 * Gives one idempotency key and one payload per thing the person means to save: pressing save again with the same
 * input repeats exactly the same request, changed input makes a new one. `done` ends the intention.
 */
export function useIntention<Input, Payload>(): {
  intend: (input: Input, toPayload: (input: Input) => Payload) => Intention<Payload>;
  done: () => void;
} {
  const pending = useRef<(Intention<Payload> & { input: string }) | undefined>(undefined);
  return {
    intend: (input, toPayload) => {
      const fingerprint = JSON.stringify(input);
      if (pending.current?.input !== fingerprint) {
        pending.current = { key: crypto.randomUUID(), payload: toPayload(input), input: fingerprint };
      }
      return pending.current;
    },
    done: () => {
      pending.current = undefined;
    },
  };
}
