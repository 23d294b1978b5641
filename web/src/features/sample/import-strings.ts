/** What the empty journal says about samples; apart, so that it does not load the rest. */
export const sampleImportStrings = {
  importSamples: 'Import Sample Anecdotes',
  importingSamples: 'Importing…',
  samplesFailed: 'Failed to import the sample anecdotes',
} as const;
