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

/** The events that a history tells, by what they are about. */
export const historyTypes = {
  anecdote: inHistory(anecdoteEvents),
  account: inHistory(accountEvents),
  key: inHistory(apiKeyEvents),
};

/** What `GET /history` can be narrowed to: an import is an anecdote that came with an import, batch or sample data. */
export const historyKinds = ['anecdote', 'import', 'account', 'key'] as const;
export type HistoryKind = (typeof historyKinds)[number];
