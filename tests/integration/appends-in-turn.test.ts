import { expect, onTestFinished, test } from 'vitest';
import { startCommandSide } from '../support/command-side.ts';
import { newEvent, newStream } from '../support/log-events.ts';

const MANY = 1_000;

test('1,000 waiting appends of one account do not delay the single append of another account', async () => {
  const side = await startCommandSide();
  onTestFinished(() => side.close());
  const appendOf = (owner: string) =>
    side.log.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()], owner });
  const many = Array.from({ length: MANY }, () => appendOf('busy'));
  const one = await appendOf('another');
  const positions = (await Promise.all(many)).map((result) => (result.status === 'appended' ? result.position : -1n));
  if (one.status !== 'appended') throw new Error('not appended');
  const { position } = one;
  const before = positions.filter((other) => other < position).length;
  // At most those that were already being written.
  expect(before).toBeLessThanOrEqual(300);
});
