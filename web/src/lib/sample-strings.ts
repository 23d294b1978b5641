const count = new Intl.NumberFormat();

function anecdotes(total: number): string {
  return `${count.format(total)} sample ${total === 1 ? 'anecdote' : 'anecdotes'}`;
}

type Task = 'adding' | 'removing' | 'restoring';

const doneWords: Record<Task, string> = { adding: 'added', removing: 'removed', restoring: 'brought back' };
const beingWords: Record<Task, string> = { adding: 'Adding', removing: 'Removing', restoring: 'Bringing back' };

function far(task: Task, done: number, total: number): string {
  return `${count.format(done)} of ${count.format(total)} ${doneWords[task]}`;
}

/** The sentences about sample data; apart, so that only who asks for it loads them. */
export const sampleStrings = {
  title: 'Sample data',
  text: 'Invented anecdotes to try things out with. They are added to your own, which stay as they are.',
  sizes: 'How many to add',
  size: (total: number) => count.format(total),
  add: (total: number) => `Add ${anecdotes(total)}`,
  reset: 'Reset sample',
  resetText: (total: number) => `Puts ${count.format(total)} new ones in the place of all there are.`,

  far,
  progress: 'Sample data',
  cancel: 'Cancel',
  cancelling: 'Stopping…',
  goOn: 'Go on',
  leaveIt: 'Leave it there',
  stopped: (task: Task, done: number, total: number, reason = 'It stopped when the page was left') =>
    `${reason.replace(/\.$/, '')}. ${far(task, done, total)}.`,
  left: (task: Task, done: number, total: number) =>
    `${beingWords[task]} sample data stopped when the page was left: ${far(task, done, total)}.`,
  elsewhere: 'Sample data is being changed in another tab',

  imported: (total: number) => `${anecdotes(total)} imported`,
  refused: (made: number, refused: number, reason: string) =>
    `${anecdotes(made)} imported, ${count.format(refused)} refused: ${reason}`,
  removed: (total: number) => `${anecdotes(total)} removed`,
  restored: (total: number) => `${anecdotes(total)} brought back`,
  undo: 'Undo',
  failed: 'The sample anecdotes could not be changed',

  there: (total: number) => `${anecdotes(total)} ${total === 1 ? 'is' : 'are'} in your journal.`,
  remove: 'Remove all samples',
  gone: (total: number, day: string) => `${anecdotes(total)} ${total === 1 ? 'was' : 'were'} removed on ${day}.`,
  restore: 'Bring them back',
  loadFailed: 'Failed to load the sample data',
  tryAgain: 'Try again',

  addQuestion: (total: number) => `Add ${anecdotes(total)}?`,
  addText: (others: number | undefined) =>
    `Your journal has ${others === undefined ? 'anecdotes' : `${count.format(others)} ${others === 1 ? 'anecdote' : 'anecdotes'}`} of your own. Samples and your own are mixed in every list until you remove all samples.`,
  addConfirm: 'Add them',
  resetQuestion: 'Reset the sample?',
  resetQuestionText: (old: number, total: number) =>
    `${anecdotes(old)}, also those you have edited, will be removed, and ${count.format(total)} new ones take their place. What you have written yourself stays.`,
  removeQuestion: 'Remove all samples?',
  removeText: (total: number) =>
    `${anecdotes(total)}, also those you have edited, will be removed. What you have written yourself stays. You can undo this for 30 days.`,
  removeConfirm: 'Remove them',
  keep: 'Cancel',
} as const;
