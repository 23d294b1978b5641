import { z } from 'zod';
import { analyticsEvents, analyticsLimits, analyticsRoutes } from './analytics-names.ts';

/** One usage event: what was done, on which screen, on which day. It cannot hold a text, an id or an address. */
const AnalyticsEvent = z.strictObject({
  event: z.enum(analyticsEvents),
  route: z.enum(analyticsRoutes),
  day: z.iso.date(),
});
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

/** The body of `POST /analytics`. */
export const AnalyticsBatch = z.strictObject({
  events: z.array(AnalyticsEvent).min(1).max(analyticsLimits.events),
  /** Sent when `GET /auth/me` answers with `is_test_user` for this person. */
  is_test_user: z.literal(true).optional(),
});
export type AnalyticsBatch = z.infer<typeof AnalyticsBatch>;
