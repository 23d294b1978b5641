import { z } from 'zod';
import { faultOfAddress } from './eventstoredb-address.ts';

/** The setting EVENTSTORE_URL: a connection string of a server or a cluster. What is wrong is told without its value. */
export const EventStoreUrl = z.string().superRefine((value, context) => {
  const message = faultOfAddress(value);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});
