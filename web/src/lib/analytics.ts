import { type AnalyticsEventName, type AnalyticsRoute, analyticsRoutes } from '@anecdotes/contracts';
import { consent } from './analytics-consent.ts';
import type { Send } from './analytics-sender.ts';

/** The event that is counted in addition to the page view when a screen opens. */
const viewEvents: Partial<Record<AnalyticsRoute, AnalyticsEventName>> = {
  '/': 'home_page_view',
  '/dashboard': 'dashboard_view',
  '/timeline/{id}': 'timeline_viewed',
  '/api-keys': 'api_keys_page_view',
};

let screen: AnalyticsRoute = 'other';
let isTestUser = false;
let sending: Promise<Send> | undefined;

/** Counts an event on the current screen; does nothing without consent. */
export function track(event: AnalyticsEventName): void {
  if (consent.get() !== 'accepted') return;
  const payload = { event, route: screen, day: new Date().toISOString().slice(0, 10) };
  sending ??= import('./analytics-sender.ts').then(({ startSending }) => startSending(() => isTestUser));
  sending
    .then((send) => send(payload))
    .catch(() => {
      // An uncounted event is not worth a message; the next event tries again.
      sending = undefined;
    });
}

/** Counts a page view of the route with this pattern (`/timeline/$id`); the address itself is not sent. */
export function trackScreen(pattern: string | undefined): void {
  const written = pattern?.replaceAll(/\$(\w+)/g, '{$1}');
  screen = analyticsRoutes.find((route) => route === written) ?? 'other';
  track('page_view');
  const view = viewEvents[screen];
  if (view !== undefined) track(view);
}

/** Sets whether the person who is or was last logged in is a test user, whose events are counted separately. */
export function setTestUser(isOne: boolean): void {
  isTestUser = isOne;
}
