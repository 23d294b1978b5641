import autocannon from 'autocannon';
import { perCall, percentiles } from './measure.mjs';

/**
 * Sends `requests` to `target` over a number of `connections`, on each as soon as the request before is answered, for
 * that many `seconds` or until there were `amount` of them. Returns calls per second, percentiles of their time in
 * milliseconds, and the processor time of one in microseconds, that of the program and that of Postgres, measured until
 * `settle` returns.
 */
export async function sendRequests({ address, token, clock }, requests, { connections, seconds, amount, settle }) {
  const times = [];
  let refused = 0;
  let begin = 0;
  let end = 0;
  let opened = 0;
  const used = await clock.start();
  const { errors } = await autocannon({
    url: address,
    connections,
    sampleInt: 100,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    setupClient(client) {
      client.setRequests(shareOf(requests, opened, connections).map((request) => ({ ...request })));
      opened += 1;
      client.on('response', (status, _bytes, milliseconds) => {
        if (status < 400) times.push(milliseconds);
        else refused += 1;
        end = performance.now();
      });
      begin = performance.now();
    },
  });
  await settle?.();
  const total = await used();
  if (refused > 0 || errors > 0) console.error(`  ${refused} calls were refused, ${errors} had no answer`);
  const perSecond = (times.length / (end - begin)) * 1_000;
  return { perSecond, ...percentiles(times), ...perCall(total, times.length) };
}

/** The requests of one connection: its share of them, or, where there are too few, all from another starting point. */
function shareOf(requests, index, connections) {
  const first = Math.floor((index * requests.length) / connections);
  if (requests.length < connections) return [...requests.slice(first), ...requests.slice(0, first)];
  return requests.slice(first, Math.floor(((index + 1) * requests.length) / connections));
}
