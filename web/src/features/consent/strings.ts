/** The sentences of the question whether usage may be counted, in English. */
export const consentStrings = {
  title: 'We use cookies',
  text: 'They count which screens and buttons are used, never what you write. Nothing is counted unless you agree.',
  accept: 'Accept All',
  decline: 'Decline',
} as const;
