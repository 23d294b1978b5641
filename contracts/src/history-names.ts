/** What `GET /history` can be narrowed to: an import is an anecdote that came with an import, batch or sample data. */
export const historyKinds = ['anecdote', 'import', 'account', 'key'] as const;
export type HistoryKind = (typeof historyKinds)[number];
