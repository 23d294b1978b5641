import { z } from 'zod';
import { analyticsEvents, analyticsLimits, analyticsRoutes } from './analytics-names.ts';

/** One thing that was done: what, on which screen, on which day. There is no place for a text, an id or an address. */
const AnalyticsEvent = z.strictObject({
  event: z.enum(analyticsEvents),
  route: z.enum(analyticsRoutes),
  day: z.iso.date(),
});
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

/** The body of `POST /analytics`. */
export const AnalyticsBatch = z.strictObject({
  events: z.array(AnalyticsEvent).min(1).max(analyticsLimits.events),
  /** Given for a person whose `GET /auth/me` says so. */
  is_test_user: z.literal(true).optional(),
});
export type AnalyticsBatch = z.infer<typeof AnalyticsBatch>;
