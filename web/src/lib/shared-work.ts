const ANSWER_MS = 2_000;
const LOOK_EVERY_MS = 30_000;

type Shared<News> = {
  /** Tabs that give the same name share one piece of work. */
  name: string;
  /** Runs in one tab at a time; what it tells is heard in all of them. Over when its signal is aborted. */
  work: (tell: (news: News) => void, signal: AbortSignal) => Promise<void>;
  hear: (news: News) => void;
  signal: AbortSignal;
};

/** `ask` is answered by the tab that does the work, with the last that was told. */
type Message<News> = { kind: 'ask' } | { kind: 'told'; news: News | undefined };

/**
 * Does one piece of work for all tabs of this browser, until `signal` is aborted here. A lock says which tab does it;
 * another takes over when that one is closed, or does not answer a tab that is looked at because the browser has put
 * it to sleep. Without locks, as on a page that came over plain http, each tab works for itself.
 */
export function shareWork<News>({ name, work, hear, signal }: Shared<News>): void {
  if (!navigator.locks) return void work(hear, signal);
  const channel = new BroadcastChannel(name);
  const post = (message: Message<News>) => channel.postMessage(message);
  let isWorking = false;
  let last: News | undefined;
  let answer: ReturnType<typeof setTimeout> | undefined;

  const tell = (news: News) => {
    last = news;
    hear(news);
    if (!signal.aborted) post({ kind: 'told', news });
  };

  /** Works once it is this tab's turn. Rejected when another tab takes over, or `signal` is aborted while waiting. */
  const takeTurn = async (options: LockOptions) => {
    const turn = new AbortController();
    try {
      await navigator.locks.request(name, options, () => {
        isWorking = true;
        return work(tell, AbortSignal.any([signal, turn.signal]));
      });
    } finally {
      isWorking = false;
      turn.abort();
    }
  };

  const takeTurns = async () => {
    for (let isOver = false; !isOver && !signal.aborted; ) {
      isOver = await takeTurn({ signal }).then(
        () => true,
        () => false,
      );
    }
  };

  const ask = () => {
    if (isWorking || document.hidden) return;
    post({ kind: 'ask' });
    answer ??= setTimeout(() => {
      answer = undefined;
      if (!isWorking) takeTurn({ steal: true }).catch(() => undefined);
    }, ANSWER_MS);
  };

  channel.onmessage = ({ data }: MessageEvent<Message<News>>) => {
    if (data.kind === 'ask') {
      if (isWorking) post({ kind: 'told', news: last });
      return;
    }
    clearTimeout(answer);
    answer = undefined;
    if (data.news !== undefined) hear(data.news);
  };
  document.addEventListener('visibilitychange', ask, { signal });
  const look = setInterval(ask, LOOK_EVERY_MS);
  signal.addEventListener('abort', () => {
    clearInterval(look);
    clearTimeout(answer);
    channel.close();
  });
  void takeTurns();
  ask();
}
