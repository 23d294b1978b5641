/** The sentences about samples in an empty journal, in a file of their own so that it does not load the others. */
export const sampleImportStrings = {
  importSamples: 'Import Sample Anecdotes',
  importingSamples: 'Importing…',
  samplesFailed: 'Failed to import the sample anecdotes',
} as const;
