import { accountEvents } from './account/events.ts';
import { anecdoteEvents } from './anecdote/events.ts';
import { apiKeyEvents } from './api-key/events.ts';

type Definitions = Readonly<Record<string, { readonly inHistory: boolean }>>;
type InHistory<D extends Definitions> = {
  [Type in keyof D]: D[Type]['inHistory'] extends true ? Type & string : never;
}[keyof D];

function inHistory<D extends Definitions>(definitions: D): InHistory<D>[] {
  const isShown = (type: keyof D & string): type is InHistory<D> => definitions[type]?.inHistory === true;
  return Object.keys(definitions).filter(isShown);
}

/** The event types that a history shows, by topic. */
export const historyTypes = {
  anecdote: inHistory(anecdoteEvents),
  account: inHistory(accountEvents),
  key: inHistory(apiKeyEvents),
};
