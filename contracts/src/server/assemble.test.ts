import { expect, test } from 'vitest';
import { assemble } from './assemble.ts';

/** Builds something with three steps to stop it, the second of which fails; `stopped` names those that ran. */
function building(fail?: Error) {
  const stopped: string[] = [];
  const built = assemble(async (onStop) => {
    onStop(async () => stopped.push('first'));
    onStop(() => Promise.reject(new Error('the second step failed')));
    onStop(async () => stopped.push('third'));
    if (fail !== undefined) throw fail;
    return {};
  });
  return { built, stopped };
}

test('when a step fails, what was started before it is stopped all the same, and stopping fails', async () => {
  const { built, stopped } = building();
  const { stop } = await built;
  await expect(stop()).rejects.toThrow('the second step failed');
  expect(stopped).toEqual(['third', 'first']);
});

test('an error of building is not replaced by one of stopping what was built so far', async () => {
  const { built, stopped } = building(new Error('the build failed'));
  await expect(built).rejects.toThrow('the build failed');
  expect(stopped).toEqual(['third', 'first']);
});
