import { REDDIT } from '@anecdotes/contracts';
import { format } from '../../lib/format.ts';

const example = `${REDDIT}/r/subreddit/comments/postid/title/`;

/** The sentences of the import screen. */
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
  imported: (day: string) => `Post imported successfully. You'll find it under ${day}, when it was posted.`,
  edit: 'Edit',
  failed: 'Import failed',
  failedBecause: (reason: string) => `Failed to import from Reddit: ${reason}`,
  known: "It's already in your journal as anecdote",
  open: 'Open the anecdote',
  howTo: 'How to import a post',
  steps: [
    'Find the Reddit post you want to keep.',
    "Copy its address from your browser's address bar.",
    'Paste the address into the field on this page.',
    'Press Import from Reddit and wait a moment.',
    'Find the anecdote in your journal, at the time of the post.',
  ],
  note: 'The import includes the title, the content and the source URL of the post. You can edit the anecdote afterwards.',
  byHand: {
    section: 'Paste it yourself',
    text: 'Open the post, copy its title and text, and paste them here. The address is saved with them.',
    title: 'Title',
    titleMissing: 'Please enter the title of the post',
    content: 'Text',
    tooLong: (room: number) => `The text can be at most ${format.number(room)} characters long`,
    when: 'When was it posted?',
    date: 'Date',
    time: 'Time',
    whenHelp: 'Optional. Without a date, the anecdote gets the current time.',
    source: 'Source URL',
    submit: 'Save Anecdote',
    submitting: 'Saving…',
    saved: 'Anecdote saved successfully!',
    failed: 'Failed to save anecdote',
  },
} as const;
