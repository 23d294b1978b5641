import { expect, test } from 'vitest';
import { notifyError, setMessageListener } from './messages.ts';
import { sessionExpired } from './session-expired.ts';

test('an error is not shown while the dialog about an expired session is open', () => {
  const shown: string[] = [];
  const stop = setMessageListener(({ text }) => shown.push(text));
  sessionExpired.set(true);
  notifyError('Failed to delete anecdote');
  sessionExpired.set(false);
  notifyError('Failed to save anecdote');
  stop();
  expect(shown).toEqual(['Failed to save anecdote']);
});
