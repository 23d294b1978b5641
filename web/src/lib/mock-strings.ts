/** What the mock data service tells; apart, so that no other build contains it. */
export const mockStrings = {
  mail: (to: string, subject: string) => `Mail to ${to}: ${subject}`,
  open: 'Open its link',
} as const;
