import { onSessionChange } from './session.ts';
import { createStore } from './store.ts';

type Question = { readonly answered: Promise<boolean>; readonly answer: (isConfirmed: boolean) => void };

/** The question for the password that the person has to answer now; undefined if there is none. */
export const passwordQuestion = createStore<Question | undefined>(undefined);

/** Asks the person for their password; true once they have confirmed it, false if they cancelled or logged out. */
export function askForPassword(): Promise<boolean> {
  const open = passwordQuestion.get();
  if (open !== undefined) return open.answered;
  const { promise: answered, resolve } = Promise.withResolvers<boolean>();
  const question: Question = {
    answered,
    answer: (isConfirmed) => {
      // An answer to an earlier question must not close this one, whose call would wait for ever.
      if (passwordQuestion.get() === question) passwordQuestion.set(undefined);
      resolve(isConfirmed);
    },
  };
  passwordQuestion.set(question);
  return answered;
}

onSessionChange(() => passwordQuestion.get()?.answer(false));
