/** The texts about erasing an anecdote permanently. */
export const eraseStrings = {
  button: 'Erase for good…',
  title: 'Erase this anecdote for good',
  text:
    'Its text, tags, time and place are destroyed, also in its history and among what was deleted. It cannot be ' +
    'restored, and nobody can read it again. This action cannot be undone.',
  word: 'erase',
  label: 'Type “erase” to confirm',
  wordMissing: 'Please type “erase”',
  confirm: 'Erase for good',
  sending: 'Erasing…',
  done: 'Anecdote erased for good',
  partlyDone: 'Anecdote erased. What was written before anecdotes had keys of their own goes with the account.',
  failed: 'Failed to erase anecdote',
} as const;
