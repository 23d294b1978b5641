const count = new Intl.NumberFormat();

function anecdotes(total: number): string {
  return `${count.format(total)} sample ${total === 1 ? 'anecdote' : 'anecdotes'}`;
}

/** The sentences about sample data; apart, so that only who asks for it loads them. */
export const sampleStrings = {
  title: 'Sample data',
  text: 'Invented anecdotes to try things out with. They are added to your own, which stay as they are.',
  sizes: 'How many to add',
  size: (total: number) => count.format(total),
  add: (total: number) => `Add ${anecdotes(total)}`,
  reset: 'Reset sample',
  resetText: (total: number) => `Puts ${count.format(total)} new ones in the place of those this browser has added.`,

  adding: (done: number, total: number) => `${count.format(done)} of ${count.format(total)} added`,
  removing: (done: number, total: number) => `${count.format(done)} of ${count.format(total)} removed`,
  progress: 'Sample data',
  cancel: 'Cancel',
  cancelling: 'Stopping…',
  goOn: 'Go on',
  leaveIt: 'Leave it there',

  imported: (total: number) => `${anecdotes(total)} imported`,
  refused: (made: number, refused: number, reason: string) =>
    `${anecdotes(made)} imported, ${count.format(refused)} refused: ${reason}`,
  failed: 'The sample anecdotes could not be imported',
  stopped: (reason: string, done: number, total: number) =>
    `${reason.replace(/\.$/, '')}. ${count.format(done)} of ${count.format(total)} are in your journal.`,

  question: 'Reset the sample?',
  questionText: (old: number, total: number) =>
    `The ${anecdotes(old)} that this browser has added are deleted, and ${count.format(total)} new ones take their place. Those you have changed, and all you have written yourself, stay.`,
  confirm: 'Reset sample',
  keep: 'Keep them',
} as const;
