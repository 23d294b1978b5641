import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { callerOf, startCommandSide } from '../support/command-side.ts';

const CALLS = 40;
/** 4 MiB of incompressible text, in anecdotes of nearly the maximum length. */
const anecdotes = Array.from({ length: 208 }, () => ({ description: randomBytes(10_000).toString('hex') }));
const body = JSON.stringify({ anecdotes });

test('40 batches of 4 MiB from one account are processed in turn or refused at once, while others can write', async () => {
  const side = await startCommandSide();
  onTestFinished(() => side.close());
  const flood = callerOf(side.app, await side.tokenOf());
  const other = callerOf(side.app, await side.tokenOf());
  let done = 0;
  const flooding = Array.from({ length: CALLS }, async () => {
    const answer = await flood('POST', '/api/anecdotes/batch', body);
    done += 1;
    return answer;
  });
  const times: number[] = [];
  const statuses: number[] = [];
  while (done < CALLS) {
    const begun = performance.now();
    statuses.push((await other('POST', '/api/anecdotes', { description: 'Meanwhile' })).statusCode);
    times.push(performance.now() - begun);
  }
  expect(statuses).toContain(201);
  const answers = await Promise.all(flooding);
  const taken = answers.filter(({ statusCode }) => statusCode === 200);
  expect(taken.length).toBeGreaterThanOrEqual(2);
  for (const answer of taken) expect(answer.json().data).toHaveLength(anecdotes.length);
  for (const answer of answers) {
    if (answer.statusCode === 200) continue;
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  // On a slow machine one of these may time out; on a quiet one none does.
  if (process.env.QUIET) expect(new Set(statuses)).toEqual(new Set([201]));
  if (process.env.QUIET) expect(times.sort((a, b) => a - b).at(Math.floor(times.length * 0.99))).toBeLessThan(1_000);
  // A refused batch is accepted later.
  expect((await flood('POST', '/api/anecdotes/batch', body)).statusCode).toBe(200);
});
