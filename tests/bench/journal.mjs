const BATCH = 500;

/** Writes `count` anecdotes, of which `anecdoteOf` returns the one at an index, and waits until they can be read. Returns their ids. */
export async function fill({ address, token }, count, anecdoteOf) {
  let position = '0';
  const ids = [];
  for (let first = 0; first < count; first += BATCH) {
    const length = Math.min(BATCH, count - first);
    const anecdotes = Array.from({ length }, (_, index) => anecdoteOf(first + index));
    const answer = await call(address, token, '/api/anecdotes/batch', {
      method: 'POST',
      body: JSON.stringify({ anecdotes }),
    });
    const { data } = await answer.json();
    if (answer.status !== 200 || !data.every(({ success }) => success)) throw new Error('an anecdote was refused');
    ids.push(...data.map((item) => item.data.id));
    position = answer.headers.get('x-log-position');
  }
  for (;;) {
    const { status } = await call(address, token, '/api/anecdotes?page_size=1', {
      headers: { 'x-min-position': position },
    });
    if (status === 200) return ids;
  }
}

export function call(address, token, path, { headers, ...init } = {}) {
  const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${address}${path}`, { ...init, headers: { ...own, ...headers } });
}

/** How long `task` takes, in milliseconds. */
export async function timed(task) {
  const begin = performance.now();
  await task();
  return performance.now() - begin;
}
