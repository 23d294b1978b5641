import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInOneTab } from './one-tab-work.ts';

/** The `document` that all tabs share, for their visibility; each test has its own browser. */
let screen: EventTarget & { hidden: boolean };
let browser = 0;
const stops: AbortController[] = [];

beforeEach(() => {
  browser += 1;
  screen = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', screen);
  vi.stubGlobal('localStorage', {});
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a tab. Returns whether it does the work, the updates it received, and functions to publish one and close. */
function openTab() {
  const stop = new AbortController();
  stops.push(stop);
  const tab = {
    isWorking: false,
    heard: [] as string[],
    report: (_news: string) => {},
    close: () => stop.abort(),
  };
  runInOneTab<string>({
    name: `browser ${browser}`,
    onUpdate: (news) => tab.heard.push(news),
    signal: stop.signal,
    work: (report, signal) => {
      tab.isWorking = true;
      tab.report = report;
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          tab.isWorking = false;
          resolve();
        });
      });
    },
  });
  return tab;
}

async function openTwo() {
  const first = openTab();
  await vi.waitFor(() => expect(first.isWorking).toBe(true), 60_000);
  const second = openTab();
  return [first, second] as const;
}

test('one tab works and all receive its updates; a tab opened later receives the last one', async () => {
  const [first, second] = await openTwo();
  first.report('one');
  await vi.waitFor(() => expect([first.heard.at(-1), second.heard.at(-1)]).toEqual(['one', 'one']), 60_000);
  const third = openTab();
  await vi.waitFor(() => expect(third.heard.at(-1)).toBe('one'), 60_000);
  expect([first, second, third].map(({ isWorking }) => isWorking)).toEqual([true, false, false]);
});

test('when the working tab is closed, another takes over', async () => {
  const [first, second] = await openTwo();
  first.close();
  await vi.waitFor(() => expect(second.isWorking).toBe(true), 60_000);
  expect(first.isWorking).toBe(false);
});

test('a visible tab takes over from one that does not answer, and when it is closed a third takes over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const sleeper = new AbortController();
  stops.push(sleeper);
  let isOver = false;
  // Holds the lock and never answers, like a tab that the browser has put to sleep.
  void navigator.locks
    .request(`browser ${browser}`, () => new Promise((resolve) => sleeper.signal.addEventListener('abort', resolve)))
    .catch(() => {
      isOver = true;
    });
  screen.hidden = true;
  const [first, second] = [openTab(), openTab()];
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first.isWorking, second.isWorking]).toEqual([false, false]);
  screen.hidden = false;
  screen.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect([first, second].filter(({ isWorking }) => isWorking)).toHaveLength(1), 60_000);
  expect(isOver).toBe(true);
  const [working, waiting] = first.isWorking ? [first, second] : [second, first];
  working.close();
  await vi.waitFor(() => expect(waiting.isWorking).toBe(true), 60_000);
});

test('where the browser refuses storage, and locks with it, each tab runs its own work', () => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.stubGlobal('BroadcastChannel', refuse);
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse);
  const tab = openTab();
  tab.report('one');
  expect([tab.isWorking, tab.heard]).toEqual([true, ['one']]);
});

test('without the Web Locks API each tab runs its own work', () => {
  vi.stubGlobal('navigator', {});
  const tabs = [openTab(), openTab()];
  tabs[0]?.report('one');
  expect(tabs.map(({ isWorking, heard }) => [isWorking, heard])).toEqual([
    [true, ['one']],
    [true, []],
  ]);
});

test('a tab that is refused the lock asks for it again after half a second, and not at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  // Only the first requests are refused: a tab that asked again at once would otherwise never end.
  const refusals = Array.from({ length: 50 }, () => new DOMException('not fully active', 'InvalidStateError'));
  const request = vi.fn((_name: string, _options: LockOptions, work: () => unknown) => {
    const refusal = refusals.shift();
    return refusal ? Promise.reject(refusal) : Promise.resolve(work());
  });
  vi.stubGlobal('navigator', { locks: { request } });
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(499);
  expect(request).toHaveBeenCalledTimes(1);
  refusals.length = 0;
  await vi.advanceTimersByTimeAsync(1);
  expect([request.mock.calls.length, tab.isWorking]).toEqual([2, true]);
});
