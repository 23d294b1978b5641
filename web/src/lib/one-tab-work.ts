import { delay } from './delay.ts';
import { tabLocks } from './tab-locks.ts';

const RETRY_MS = 500;
const PING_TIMEOUT_MS = 2_000;
const PING_EVERY_MS = 30_000;

type OneTabWork<Update> = {
  /** Tabs that pass the same name share the work. */
  name: string;
  /** Runs in one tab at a time; its updates reach all tabs. Must end when `signal` is aborted. */
  work: (publish: (update: Update) => void, signal: AbortSignal) => Promise<void>;
  onUpdate: (update: Update) => void;
  signal: AbortSignal;
};

/** A `ping` is answered by the tab that does the work, with its last update. */
type Message<Update> = { kind: 'ping' } | { kind: 'update'; update: Update | undefined };

/**
 * Runs `work` in one tab for all tabs of this browser, until `signal` is aborted here. A lock decides which tab runs
 * it; another takes over when that tab is closed, or does not answer a visible tab because the browser has put it to
 * sleep. Without locks each tab runs its own work.
 */
export function runInOneTab<Update>({ name, work, onUpdate, signal }: OneTabWork<Update>): void {
  const locks = tabLocks();
  if (!locks) return void work(onUpdate, signal);
  const channel = new BroadcastChannel(name);
  const post = (message: Message<Update>) => channel.postMessage(message);
  let isWorking = false;
  let last: Update | undefined;
  let timeout: ReturnType<typeof setTimeout> | undefined;

  const publish = (update: Update) => {
    last = update;
    onUpdate(update);
    if (!signal.aborted) post({ kind: 'update', update });
  };

  /** Runs the work once this tab holds the lock. Rejects when another tab takes over, or the wait is aborted. */
  const workWithLock = async (options: LockOptions) => {
    const stolen = new AbortController();
    try {
      await locks.request(name, options, () => {
        isWorking = true;
        return work(publish, AbortSignal.any([signal, stolen.signal]));
      });
    } finally {
      isWorking = false;
      stolen.abort();
    }
  };

  /** Asks for the lock until the work is over. Safari refuses it at once to a page that is being left. */
  const workWhenFree = async () => {
    const attempt = () =>
      workWithLock({ signal }).then(
        () => true,
        () => signal.aborted,
      );
    while (!(await attempt())) await delay(RETRY_MS);
  };

  const ping = () => {
    if (isWorking || document.hidden) return;
    post({ kind: 'ping' });
    timeout ??= setTimeout(() => {
      timeout = undefined;
      if (!isWorking) workWithLock({ steal: true }).catch(() => undefined);
    }, PING_TIMEOUT_MS);
  };

  channel.onmessage = ({ data }: MessageEvent<Message<Update>>) => {
    if (data.kind === 'ping') {
      if (isWorking) post({ kind: 'update', update: last });
      return;
    }
    clearTimeout(timeout);
    timeout = undefined;
    if (data.update !== undefined) onUpdate(data.update);
  };
  document.addEventListener('visibilitychange', ping, { signal });
  const interval = setInterval(ping, PING_EVERY_MS);
  signal.addEventListener('abort', () => {
    clearInterval(interval);
    clearTimeout(timeout);
    channel.close();
  });
  void workWhenFree();
  ping();
}
