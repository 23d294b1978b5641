/** The sentences of the e-mail statistics. */
export const mailStatisticsStrings = {
  title: 'Email Tracking Statistics',
  note: 'Only available in development mode',
  columns: ['Recipient', 'Campaign', 'First Opened', 'Last Opened', 'Opens'],
  never: 'Not yet',
  empty: 'No tracking data available',
  failed: 'Failed to load email statistics',
} as const;
