/** What the mock data service tells; apart, so that no other build contains it. */
export const mockStrings = {
  mail: (to: string, subject: string) => `Email to ${to}: ${subject}`,
  open: 'Open link',
} as const;
