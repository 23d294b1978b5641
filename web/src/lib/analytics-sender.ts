import {
  type AnalyticsBatch,
  type AnalyticsEvent,
  analyticsLimits,
  type PublicConfiguration,
  type Success,
} from '@anecdotes/contracts';
import { consent } from './analytics-consent.ts';

/** Takes an event into the batch that goes out next. */
export type Send = (event: AnalyticsEvent) => void;

const FLUSH_AFTER_MS = 5_000;
const OWN_ENDPOINT = '/api/analytics';

/**
 * Gathers events and sends them together: after 5 s, when there are enough, and when the page is left. Throws while
 * the service does not say where to.
 */
export async function startSending(isTestUser: () => boolean): Promise<Send> {
  // Not through `api.ts`: the landing page sends too, and has none of the code of the app.
  const { data }: Success<PublicConfiguration> = await (await fetch('/api/config')).json();
  const address = data.analytics_url ?? OWN_ENDPOINT;
  const queue: AnalyticsEvent[] = [];
  let timer: number | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = queue.splice(0);
    if (events.length === 0 || consent.get() !== 'accepted') return;
    const batch: AnalyticsBatch = { events, ...(isTestUser() && { is_test_user: true }) };
    deliver(address, JSON.stringify(batch));
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  window.addEventListener('pagehide', flush);

  return (event) => {
    queue.push(event);
    if (queue.length >= analyticsLimits.events) flush();
    else timer ??= window.setTimeout(flush, FLUSH_AFTER_MS);
  };
}

/** To another host as plain text and without an answer, which needs no permission of that host beforehand. */
function deliver(address: string, text: string): void {
  const body = address === OWN_ENDPOINT ? new Blob([text], { type: 'application/json' }) : text;
  if ('sendBeacon' in navigator && navigator.sendBeacon(address, body)) return;
  const mode = address === OWN_ENDPOINT ? 'same-origin' : 'no-cors';
  fetch(address, { method: 'POST', body, mode, credentials: 'omit', keepalive: true }).catch(() => undefined);
}
