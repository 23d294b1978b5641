import { type AnalyticsEventName, type AnalyticsRoute, analyticsRoutes } from '@anecdotes/contracts';
import { consent } from './analytics-consent.ts';
import type { Send } from './analytics-sender.ts';

/** What is counted beside the page view when a screen is entered. */
const viewEvents: Partial<Record<AnalyticsRoute, AnalyticsEventName>> = {
  '/': 'home_page_view',
  '/dashboard': 'dashboard_view',
  '/timeline/{id}': 'timeline_viewed',
  '/api-keys': 'api_keys_page_view',
};

let screen: AnalyticsRoute = 'other';
let isTestUser = false;
let sending: Promise<Send> | undefined;

/** Counts that something was done on the screen that is open; does nothing without consent. */
export function track(event: AnalyticsEventName): void {
  if (consent.get() !== 'accepted') return;
  const payload = { event, route: screen, day: new Date().toISOString().slice(0, 10) };
  sending ??= import('./analytics-sender.ts').then(({ startSending }) => startSending(() => isTestUser));
  sending
    .then((send) => send(payload))
    .catch(() => {
      // What cannot be counted is not worth a word; the next event tries again.
      sending = undefined;
    });
}

/** Counts a page view of the route with this pattern (`/timeline/$id`); the address itself is not asked for. */
export function trackScreen(pattern: string | undefined): void {
  const written = pattern?.replaceAll(/\$(\w+)/g, '{$1}');
  screen = analyticsRoutes.find((route) => route === written) ?? 'other';
  track('page_view');
  const view = viewEvents[screen];
  if (view !== undefined) track(view);
}

/** Remembers whether the person who is logged in, or was last, is one whose uses are counted apart. */
export function setTestUser(isOne: boolean): void {
  isTestUser = isOne;
}
