/** The values of `kind` in `GET /history`. `import`: anecdotes created by an import, a batch or sample data. */
export const historyKinds = ['anecdote', 'import', 'account', 'key'] as const;
export type HistoryKind = (typeof historyKinds)[number];
