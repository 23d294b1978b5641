import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type AccountId, type AnecdoteId, type CommandId, fail, Problem } from '@anecdotes/contracts';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import type pg from 'pg';
import type { CommandResponse } from '../respond.ts';
import { type Claims, createClaims } from './claims.ts';

/** A request under an idempotency key; `request` identifies what is asked for, `target` is the id in its path. */
type KeyedRequest = { account: AccountId; key: string; request: string; target: string | null; requestId: string };

/** The id and time under which a keyed command is executed; `repeated` if its execution has begun before. */
type Claim = { commandId: CommandId; at: Date; repeated: boolean };

export type Idempotency = {
  /**
   * Calls `run` once per account and key and returns its answer, or the refusal that it threw, to every later call
   * within 24 h. If a crash loses the answer, `run` is called again under the same claim. Throws IDEMPOTENCY_KEY_REUSED
   * when the key was used for another request. Unexpected errors and temporary refusals are not stored.
   */
  once(request: KeyedRequest, run: (claim: Claim) => Promise<CommandResponse>): Promise<CommandResponse>;
  /** Deletes keys older than 24 h. */
  sweep(): Promise<void>;
};

type Dependencies = {
  vault: pg.Pool;
  keys: SubjectKeys;
  clock: () => Date;
  newId: () => string;
  /** Called when an answer could not be stored; the client gets it all the same. */
  onAnswerNotStored?: (error: unknown) => void;
};

/** How a request is stored in the vault: its hashes, and the key and context that seal the answer. */
type Slot = Pick<KeyedRequest, 'account' | 'target'> & {
  keyHash: Buffer;
  requestHash: Buffer;
  sealingKey: Uint8Array;
  context: string;
};

/** Keys in table `vault.idempotency`, with their answers sealed under the key of the account. */
export function createIdempotency(deps: Dependencies): Idempotency {
  const claims = createClaims(deps.vault);
  const running = new Map<string, { requestHash: Buffer; stored: Promise<void> }>();

  /** Answers a request; `stored` resolves when its answer is in the vault, or could not be stored. */
  async function claimAndRun(
    request: KeyedRequest,
    requestHash: Buffer,
    run: (claim: Claim) => Promise<CommandResponse>,
  ): Promise<{ answer: CommandResponse; stored: Promise<void> }> {
    const slot = await slotOf(deps.keys, request, requestHash);
    const claim = await claimOf(deps, claims, slot);
    if ('status' in claim) return { answer: claim, stored: Promise.resolve() };
    const answer = await refusalsAsAnswers(() => run(claim), request.requestId, claim.at);
    const stored = keep(claims, slot, answer).catch((error: unknown) => deps.onAnswerNotStored?.(error));
    return { answer, stored };
  }

  return {
    async once(request, run) {
      const name = `${request.account} ${request.key}`;
      const requestHash = hash('sha256', request.request, 'buffer');
      const first = running.get(name);
      if (first !== undefined) {
        if (!first.requestHash.equals(requestHash)) throw new Problem('IDEMPOTENCY_KEY_REUSED');
        await first.stored;
        // The vault has the answer, unless it was forgotten meanwhile.
        return (await claimAndRun(request, requestHash, run)).answer;
      }
      const execution = claimAndRun(request, requestHash, run);
      const stored = execution.then((executed) => executed.stored).finally(() => running.delete(name));
      stored.catch(() => {});
      running.set(name, { requestHash, stored });
      return (await execution).answer;
    },
    sweep: claims.sweep,
  };
}

async function slotOf(keys: SubjectKeys, { account, key, target }: KeyedRequest, requestHash: Buffer): Promise<Slot> {
  const keyHash = hash('sha256', key, 'buffer');
  const sealingKey = await keys.get(account);
  if (sealingKey === 'destroyed') throw new Problem('UNAUTHENTICATED');
  const context = `idempotency\n${account}\n${keyHash.toString('hex')}`;
  return { account, target, keyHash, requestHash, sealingKey, context };
}

/** The claim under which to execute the request, or the answer that it got before. */
async function claimOf(
  { clock, newId }: Dependencies,
  claims: Claims,
  { account, target, keyHash, requestHash, sealingKey, context }: Slot,
): Promise<Claim | CommandResponse> {
  const commandId = newId() as CommandId;
  const at = clock();
  const earlier = await claims.claim({ account, keyHash, requestHash, target, commandId, at });
  if (earlier === undefined) return { commandId, at, repeated: false };
  if (!earlier.requestHash.equals(requestHash)) throw new Problem('IDEMPOTENCY_KEY_REUSED');
  if (earlier.answer !== null)
    return JSON.parse(await decompressed(open(sealingKey, context, earlier.answer))) as CommandResponse;
  return { commandId: earlier.commandId, at: earlier.at, repeated: true };
}

async function keep(claims: Claims, slot: Slot, answer: CommandResponse): Promise<void> {
  const text = await compressed(JSON.stringify(asStored(answer)));
  await claims.keep(slot, answer.status, seal(slot.sealingKey, slot.context, text));
}

const COMPRESS_FROM_BYTES = 1_024;

/** `json` as it is stored; a long one is compressed, because the errors of a batch are repetitive. */
async function compressed(json: string): Promise<string> {
  return json.length < COMPRESS_FROM_BYTES ? json : (await promisify(deflateRaw)(json)).toString('base64');
}

async function decompressed(kept: string): Promise<string> {
  return kept.startsWith('{') ? kept : (await promisify(inflateRaw)(Buffer.from(kept, 'base64'))).toString();
}

function asStored({ storedBody, ...answer }: CommandResponse): CommandResponse {
  return storedBody === undefined ? answer : { ...answer, body: storedBody };
}

async function refusalsAsAnswers(
  run: () => Promise<CommandResponse>,
  requestId: string,
  at: Date,
): Promise<CommandResponse> {
  try {
    return await run();
  } catch (error) {
    // Refusals that are temporary, or end with a new log-in, are not stored, so that a retry is executed.
    const isFinal =
      error instanceof Problem && error.status < 500 && error.status !== 401 && error.code !== 'OPERATION_RUNNING';
    if (!isFinal || error.details.retryAfter !== undefined) throw error;
    return { status: error.status, headers: {}, body: JSON.stringify(fail(error, requestId, at)) };
  }
}

/** The status of a request whose answer was forgotten, and is not stored again. */
const FORGOTTEN = 410;

/**
 * Deletes the stored answers to requests of `account`, or only those about the anecdote `target`: by `commandIds`, which
 * changed it, and to requests that name it, which may have changed nothing but show it too. Answers that are just being
 * stored are deleted as well. A command that is sent again is then answered from the log.
 */
export async function forgetAnswers(
  vault: pg.Pool,
  account: AccountId,
  about: { readonly target: AnecdoteId; readonly commandIds: readonly CommandId[] } | null = null,
): Promise<void> {
  await vault.query(
    `update vault.idempotency set status = $2, answer = null
     where account = $1 and ($3::uuid is null or target = $3 or command_id = any($4::uuid[]))`,
    [account, FORGOTTEN, about?.target ?? null, about?.commandIds ?? []],
  );
}
