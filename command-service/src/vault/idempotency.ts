import { createHash } from 'node:crypto';
import { type AccountId, type CommandId, Problem } from '@anecdotes/contracts';
import { failure } from '@anecdotes/contracts/server/errors';
import { open, seal } from '@anecdotes/contracts/server/sealing';
import type { SubjectKeys } from '@anecdotes/contracts/server/subject-keys';
import type pg from 'pg';
import type { Answer } from '../answer.ts';

/** A request under an idempotency key; `request` identifies what is asked for. */
export type KeyedRequest = { account: AccountId; key: string; request: string; requestId: string };

/** Under which id and time a keyed command is carried out; `repeated` when somebody began to before. */
export type Claim = { commandId: CommandId; at: Date; repeated: boolean };

export type Idempotency = {
  /**
   * Carries out `run` once per account and key and gives its answer, or the refusal that it threw, to every later call
   * within 24 h. An answer lost to a crash is made again under the same claim. Throws IDEMPOTENCY_KEY_REUSED when the
   * key stands for another request; errors other than refusals are not kept.
   */
  once(request: KeyedRequest, run: (claim: Claim) => Promise<Answer>): Promise<Answer>;
  /** Forgets keys older than 24 h. */
  sweep(): Promise<void>;
};

type Dependencies = { vault: pg.Pool; keys: SubjectKeys; clock: () => Date; newId: () => string };
type Row = { request_hash: Buffer; command_id: string; started_at: Date; status: number | null; answer: string | null };

export function createIdempotency(deps: Dependencies): Idempotency {
  const running = new Map<string, { requestHash: Buffer; answer: Promise<Answer> }>();
  return {
    async once(request, run) {
      const place = `${request.account} ${request.key}`;
      const requestHash = sha256(request.request);
      const first = running.get(place);
      if (first !== undefined) {
        if (!first.requestHash.equals(requestHash)) throw new Problem('IDEMPOTENCY_KEY_REUSED');
        return first.answer;
      }
      const answer = claimAndRun(deps, request, requestHash, run);
      running.set(place, { requestHash, answer });
      try {
        return await answer;
      } finally {
        running.delete(place);
      }
    },

    async sweep() {
      await deps.vault.query("delete from vault.idempotency where started_at < now() - interval '24 hours'");
    },
  };
}

async function claimAndRun(
  deps: Dependencies,
  request: KeyedRequest,
  requestHash: Buffer,
  run: (claim: Claim) => Promise<Answer>,
): Promise<Answer> {
  const keyHash = sha256(request.key);
  const sealingKey = await deps.keys.get(request.account);
  if (sealingKey === 'destroyed') throw new Problem('UNAUTHENTICATED');
  const context = `idempotency\n${request.account}\n${keyHash.toString('hex')}`;

  const claim = { commandId: deps.newId() as CommandId, at: deps.clock(), repeated: false };
  const { rowCount } = await deps.vault.query({
    name: 'claim-idempotency-key',
    text: `insert into vault.idempotency (account, key_hash, request_hash, command_id, started_at)
           values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [request.account, keyHash, requestHash, claim.commandId, claim.at],
  });
  if (rowCount === 0) {
    const earlier = await findClaim(deps.vault, request.account, keyHash);
    if (!earlier.request_hash.equals(requestHash)) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    if (earlier.answer !== null) return JSON.parse(open(sealingKey, context, earlier.answer)) as Answer;
    Object.assign(claim, { commandId: earlier.command_id, at: earlier.started_at, repeated: true });
  }

  const answer = await refusalsAsAnswers(() => run(claim), request.requestId, claim.at);
  await deps.vault.query({
    name: 'keep-answer',
    text: 'update vault.idempotency set status = $3, answer = $4 where account = $1 and key_hash = $2',
    values: [request.account, keyHash, answer.status, seal(sealingKey, context, JSON.stringify(answer))],
  });
  return answer;
}

async function findClaim(vault: pg.Pool, account: AccountId, keyHash: Buffer): Promise<Row> {
  const { rows } = await vault.query<Row>({
    name: 'find-idempotency-key',
    text: `select request_hash, command_id, started_at, status, answer from vault.idempotency
           where account = $1 and key_hash = $2`,
    values: [account, keyHash],
  });
  // Swept between the two statements; asking again claims it anew.
  if (rows[0] === undefined) throw new Problem('UNAVAILABLE', { retryAfter: 1 });
  return rows[0];
}

async function refusalsAsAnswers(run: () => Promise<Answer>, requestId: string, at: Date): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { status: error.status, headers: {}, body: JSON.stringify(failure(error, requestId, at)) };
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
