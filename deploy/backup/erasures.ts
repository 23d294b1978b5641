import type { WholeLog } from '@anecdotes/command-service/event-log';
import { ERASING, keyCutoffOf } from '@anecdotes/command-service/vault/erasures';
import type { Position } from '@anecdotes/contracts';
import { partsOf } from '@anecdotes/contracts/server/crypto/anecdote-key';
import { z } from 'zod';

/** What one event erased: a person, the keys of one anecdote, or all keys of a journal made before a time. */
const Erasure = z.union([
  z.strictObject({ person: z.uuid() }),
  z.strictObject({ owner: z.uuid(), keys: z.array(z.string()) }),
  z.strictObject({ journal: z.uuid(), before: z.iso.datetime() }),
]);

/** Everything that was erased, whose keys must be left out of older vaults. */
export type Erasures = {
  readonly people: Set<string>;
  /** By block: the numbers of the secrets that were destroyed. */
  readonly secrets: Map<string, Set<number>>;
  /** Accounts with erased anecdotes: stored answers to their commands may contain them. */
  readonly owners: Set<string>;
  /** Those that erased some after the backup: its log does not say so to an unfinished import, which may contain them. */
  readonly laterOwners: Set<string>;
  /** By account: key blocks made before this time were destroyed. */
  readonly journals: Map<string, Date>;
};

export function noErasures(): Erasures {
  return { people: new Set(), secrets: new Map(), owners: new Set(), laterOwners: new Set(), journals: new Map() };
}

/** A line for each erasure in `log` after `after` and up to `until`. */
export async function* erasuresIn(
  log: Pick<WholeLog, 'readTypes' | 'readStream'>,
  after: Position,
  until: Position,
): AsyncGenerator<string, void, void> {
  for await (const { type, data, metadata, stream, position } of log.readTypes(ERASING, after)) {
    if (position > until) return;
    if (type === 'AccountErased') yield JSON.stringify({ person: data.account });
    else if (type === 'AnecdoteErased') {
      const events = await log.readStream(stream);
      const keys = [...new Set(events.flatMap((event) => event.metadata.key_id ?? []))];
      yield JSON.stringify({ owner: metadata.actor.account_id, keys });
    } else {
      const before = keyCutoffOf(metadata.at).toISOString();
      yield JSON.stringify({ journal: data.account, before });
    }
  }
}

/** Adds the erasure that `line` describes; `isLater` if it was after the backup. Throws for an invalid line. */
export function addErasure(erasures: Erasures, line: string, isLater: boolean): void {
  const one = Erasure.parse(JSON.parse(line));
  if ('person' in one) erasures.people.add(one.person);
  else if ('journal' in one) {
    const [known, before] = [erasures.journals.get(one.journal), new Date(one.before)];
    if (known === undefined || known < before) erasures.journals.set(one.journal, before);
  } else {
    erasures.owners.add(one.owner);
    if (isLater) erasures.laterOwners.add(one.owner);
    for (const { block, number } of one.keys.map(partsOf)) {
      erasures.secrets.set(block, (erasures.secrets.get(block) ?? new Set()).add(number));
    }
  }
}
