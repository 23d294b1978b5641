/** What the question about being counted says, in English. */
export const consentStrings = {
  title: 'We use cookies',
  text: 'They count which screens and buttons are used, never what you write. Nothing is counted unless you agree.',
  accept: 'Accept All',
  decline: 'Decline',
} as const;
