import { headers, Problem } from '@anecdotes/contracts';
import type { Answer, Call } from './handle.ts';

const KEPT = 200;

type Kept = { readonly asked: string; readonly answer: Answer };

/** Gives the first answer to every later call with the same `Idempotency-Key`, until the page is loaded anew. */
export function createRepetition() {
  const kept = new Map<string, Kept>();
  return {
    async once(call: Call, change: () => Promise<Answer>): Promise<Answer> {
      const { request } = call;
      const key = request.headers.get(headers.idempotencyKey);
      if (key === null) return change();
      const name = `${call.caller().account.account} ${key}`;
      const asked = `${request.method} ${request.url} ${request.headers.get('if-match')}`;
      const earlier = kept.get(name);
      if (earlier !== undefined && earlier.asked !== asked) throw new Problem('IDEMPOTENCY_KEY_REUSED');
      if (earlier !== undefined) return earlier.answer;
      const answer = await change();
      kept.set(name, { asked, answer: withoutSecret(answer) });
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return answer;
    },
  };
}

/** The secret of an API key is told once, whatever is repeated. */
function withoutSecret(answer: Answer): Answer {
  const { data } = (answer.envelope ?? {}) as { data?: unknown };
  if (typeof data !== 'object' || data === null || !('key_hash' in data)) return answer;
  const { key: _, ...rest } = data as Record<string, unknown>;
  return { ...answer, envelope: { ...answer.envelope, data: rest } };
}
