import { REDDIT } from '@anecdotes/contracts';

const example = `${REDDIT}/r/subreddit/comments/postid/title/`;

/** The sentences of the import screen; apart from the others, so that only this screen loads them. */
export const importStrings = {
  title: 'Import Data',
  lead: 'Bring your stories from other platforms into your journal.',
  section: 'Import from Reddit',
  url: 'Reddit Post URL',
  urlHint: `Example: ${example}`,
  urlMissing: 'Please enter a Reddit URL',
  urlInvalid: `Please enter a valid Reddit URL (e.g., ${example})`,
  submit: 'Import from Reddit',
  submitting: 'Importing...',
  clear: 'Clear',
  back: 'Back to Dashboard',
  imported: (day: string) => `Post imported successfully. It stands at ${day}, when it was posted.`,
  edit: 'Edit',
  failed: 'Import failed',
  failedBecause: (reason: string) => `Failed to import from Reddit: ${reason}`,
  known: 'It is in your journal as anecdote',
  open: 'Open the anecdote',
  howTo: 'How to import a post',
  steps: [
    'Find the post on Reddit that you want to keep.',
    'Copy its address from the address bar of your browser.',
    'Paste the address into the field on this page.',
    'Press Import from Reddit and wait a moment.',
    'Find the anecdote in your journal, at the time the post was written.',
  ],
  note: 'The import includes the title, the content and the source URL of the post. You can edit the anecdote afterwards.',
  byHand: {
    section: 'Paste it by hand',
    text: 'Open the post yourself, copy its title and its text, and keep them here. The address goes with them.',
    title: 'Title',
    titleMissing: 'Please enter the title of the post',
    content: 'Text',
    source: 'Source URL',
    submit: 'Save Anecdote',
    submitting: 'Saving...',
    saved: 'Anecdote saved successfully!',
    failed: 'Failed to save anecdote',
  },
} as const;
