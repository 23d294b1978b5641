/** Everything that is counted about the use of the web app, once a person has agreed. */
export const analyticsEvents = [
  'page_view',
  'home_page_view',
  'auth_navigation',
  'dashboard_view',
  'view_mode_changed',
  'new_anecdote_click',
  'create_linked_anecdote_click',
  'timeline_viewed',
  'return_to_all_anecdotes',
  'tag_selected',
  'api_keys_page_view',
  'api_key_created',
  'api_key_deleted',
  'api_key_status_updated',
  'cookie_consent',
] as const;
export type AnalyticsEventName = (typeof analyticsEvents)[number];

/** The path patterns of the web app's pages; an actual path is never sent. `other` is any path that is not listed. */
export const analyticsRoutes = [
  '/',
  '/auth',
  '/invitation',
  '/reset-password',
  '/verify-email',
  '/dashboard',
  '/entry',
  '/anecdotes/{id}',
  '/chain/{id}',
  '/timeline/{id}',
  '/visualization/{id}',
  '/email-stats',
  '/api-keys',
  '/api-keys-test',
  '/import',
  '/activity',
  '/trash',
  '/tags',
  '/account',
  'other',
] as const;
export type AnalyticsRoute = (typeof analyticsRoutes)[number];

/** Limits of one batch. */
export const analyticsLimits = { events: 50, bytes: 16 * 1024 } as const;
