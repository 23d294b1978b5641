import { format } from '../lib/format.ts';

/** The sentences about connections and their changes. */
export const linkStrings = {
  more: (hidden: number) => `Show ${format.number(hidden)} more`,
  linked: 'Connected',
  unlinked: 'Connection removed',
  inserted: 'Inserted between the two',
  undone: 'Undone',
  failed: 'Failed to change the connection',
  partlyChanged: 'Only part of the change was made. Please check the connections.',
  changedSince: 'The connection was changed again since, so it stays as it is',
};
