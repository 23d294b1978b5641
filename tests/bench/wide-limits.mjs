/** Preloaded into a program, so that its rate limits are counted but never reached: every rule gets a huge bucket. */
import * as rules from '@anecdotes/contracts/server/http/rate-rules';

const WIDE = 1e9;

function widen(value) {
  if (value === null || typeof value !== 'object') return;
  if ('max' in value) Object.assign(value, { max: WIDE, burst: WIDE });
  else for (const inner of Object.values(value)) widen(inner);
}

widen({ ...rules });
