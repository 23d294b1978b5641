import { accountProjector } from './account/projector.ts';
import { anecdoteProjector } from './anecdotes/projector.ts';
import { apiKeyProjector } from './api-keys/projector.ts';
import { chainProjector } from './chains/projector.ts';
import { mailProjector } from './email-tracking/projector.ts';
import { historyProjector } from './history/projector.ts';
import { journalScopeProjector } from './journal-scope/projector.ts';
import { mapProjector } from './map/projector.ts';
import type { Projector, ViewsOf } from './projection/projector.ts';
import { sampleProjector } from './samples/projector.ts';
import { statisticsProjector } from './statistics/projector.ts';
import { tagProjector } from './tags/projector.ts';
import { wordProjector } from './words/projector.ts';

/** The projectors of all read models. */
export const projectors = [
  anecdoteProjector,
  chainProjector,
  tagProjector,
  wordProjector,
  statisticsProjector,
  mapProjector,
  accountProjector,
  apiKeyProjector,
  mailProjector,
  sampleProjector,
  journalScopeProjector,
  historyProjector,
] as const satisfies readonly Projector[];

/** The tables that queries read. */
export type Views = ViewsOf<(typeof projectors)[number]>;
