import {
  type AnalyticsBatch,
  type AnalyticsEvent,
  analyticsLimits,
  type PublicConfiguration,
  type Success,
} from '@anecdotes/contracts';
import { consent } from './analytics-consent.ts';

/** Adds an event to the next batch. */
export type Send = (event: AnalyticsEvent) => void;

const FLUSH_AFTER_MS = 5_000;
const OWN_ENDPOINT = '/api/analytics';

/**
 * Collects events and sends them in batches: after 5 s, when a batch is full, and when the page is hidden or left.
 * Rejects if the configuration with the address cannot be read.
 */
export async function startSending(isTestUser: () => boolean): Promise<Send> {
  // Does not use `api.ts`: the landing page sends events too, and does not load the code of the app.
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

/** Sends a batch. To another host it is plain text and its answer is not read, so that no CORS preflight is needed. */
function deliver(address: string, text: string): void {
  const body = address === OWN_ENDPOINT ? new Blob([text], { type: 'application/json' }) : text;
  if ('sendBeacon' in navigator && navigator.sendBeacon(address, body)) return;
  const mode = address === OWN_ENDPOINT ? 'same-origin' : 'no-cors';
  fetch(address, { method: 'POST', body, mode, credentials: 'omit', keepalive: true }).catch(() => undefined);
}
