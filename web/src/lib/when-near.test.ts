import { afterEach, expect, test, vi } from 'vitest';
import { whenNear } from './when-near.ts';

afterEach(() => vi.unstubAllGlobals());

type Entry = { isIntersecting: boolean };

/** Stands in for the browser: `report` delivers entries until the observer is disconnected. */
function observeBy(run: () => void) {
  let report: (entries: Entry[]) => void = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: (entries: Entry[]) => void) {
        report = listener;
      }
      observe() {}
      disconnect() {
        report = () => {};
      }
    },
  );
  const stop = whenNear({} as Element, '300px', run);
  return { report: (...near: boolean[]) => report(near.map((isIntersecting) => ({ isIntersecting }))), stop };
}

test('an element that comes near is noticed once, also when the browser reports several changes together', () => {
  const run = vi.fn();
  const { report } = observeBy(run);
  report(false);
  report(true, false);
  expect(run).not.toHaveBeenCalled();
  report(false, true);
  report(true);
  expect(run).toHaveBeenCalledTimes(1);
});

test('an element is not noticed any more after the waiting was stopped', () => {
  const run = vi.fn();
  const { report, stop } = observeBy(run);
  stop();
  report(true);
  expect(run).not.toHaveBeenCalled();
});
