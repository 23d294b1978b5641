import { counted, format } from '../../lib/format.ts';

function anecdotes(total: number): string {
  return counted(total, 'sample anecdote');
}

type Task = 'adding' | 'removing' | 'restoring';

const doneWords: Record<Task, string> = { adding: 'added', removing: 'removed', restoring: 'restored' };
const beingWords: Record<Task, string> = { adding: 'Adding', removing: 'Removing', restoring: 'Restoring' };

function progressText(task: Task, done: number, total: number): string {
  return `${format.number(done)} of ${format.number(total)} ${doneWords[task]}`;
}

/** The sentences about sample data. */
export const sampleStrings = {
  title: 'Sample data',
  text: 'Made-up anecdotes to try things out with. They are added to your own, which stay as they are.',
  sizes: 'How many to add',
  size: (total: number) => format.number(total),
  add: (total: number) => `Add ${anecdotes(total)}`,
  reset: 'Reset sample',
  resetText: (total: number) => `Replaces all samples with ${format.number(total)} new ones.`,

  progressText,
  progress: 'Sample data',
  cancel: 'Cancel',
  cancelling: 'Stopping…',
  goOn: 'Resume',
  giveUp: 'Stop here',
  stopped: (task: Task, done: number, total: number, reason = 'It stopped when you left the page') =>
    `${reason.replace(/\.$/, '')}. ${progressText(task, done, total)}.`,
  stoppedOnLeave: (task: Task, done: number, total: number) =>
    `${beingWords[task]} sample data stopped when you left the page: ${progressText(task, done, total)}.`,
  elsewhere: 'Sample data is being changed in another tab',

  imported: (total: number) => `${anecdotes(total)} imported`,
  refused: (made: number, refused: number, reason: string) =>
    `${anecdotes(made)} imported, ${format.number(refused)} rejected: ${reason}`,
  removed: (total: number) => `${anecdotes(total)} removed`,
  restored: (total: number) => `${anecdotes(total)} restored`,
  undo: 'Undo',
  failed: 'Failed to change the sample anecdotes',

  inJournal: (total: number) => `${anecdotes(total)} ${total === 1 ? 'is' : 'are'} in your journal.`,
  remove: 'Remove all samples',
  removedOn: (total: number, day: string) => `${anecdotes(total)} ${total === 1 ? 'was' : 'were'} removed on ${day}.`,
  restore: 'Restore them',
  loadFailed: 'Failed to load the sample data',

  addQuestion: (total: number) => `Add ${anecdotes(total)}?`,
  addText: (others: number | undefined) =>
    `Your journal already has ${others === undefined ? 'anecdotes' : counted(others, 'anecdote')} of your own. The samples appear among them in every list until you remove all samples.`,
  addConfirm: 'Add them',
  resetQuestion: 'Reset the sample?',
  resetQuestionText: (old: number, total: number) =>
    `${anecdotes(old)}, including any you edited, will be replaced with ${format.number(total)} new ones. What you wrote yourself stays.`,
  removeQuestion: 'Remove all samples?',
  removeText: (total: number) =>
    `${anecdotes(total)}, including any you edited, will be removed. What you wrote yourself stays. You can undo this for 30 days.`,
  removeConfirm: 'Remove them',
} as const;
