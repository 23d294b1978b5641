import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import { anecdoteTable, contentOf } from '../anecdotes/table.ts';
import { columnList } from '../projection/statements.ts';
import { countStatement, createStatement, type SelectedOf } from '../projection/table.ts';
import { createUnitOfWork } from '../projection/unit-of-work.ts';
import { wordColumns, wordUses } from '../words/table.ts';
import { PAST_SCHEMA, pastTables } from './tables.ts';

/** Where the words are that were copied, until searches need those of the other anecdotes too. */
const ASIDE = 'word_use_aside';
/** Looked through in a few milliseconds, in which this process answers nobody. */
const PAGE = 250;
const UNDEFINED_TABLE = '42P01';

/**
 * Puts the words that were copied where no question finds them: one that asks for words fails then (`needsWords`). Of
 * all that is made of a past journal they take longest, and most questions are no searches.
 */
export async function setWordsAside(tx: pg.ClientBase): Promise<void> {
  await tx.query(`alter table ${PAST_SCHEMA}.${wordUses.name} rename to ${ASIDE}`);
}

/** True for the failure of a question that can be asked again after `makeWords`. */
export function needsWords(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNDEFINED_TABLE;
}

/** Makes the words of the past journal on the one connection of `pool` from its anecdotes. */
export async function makeWords(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query(`alter table ${PAST_SCHEMA}.${ASIDE} rename to ${wordUses.name}`);
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await tx.query<Selectable<SelectedOf<typeof anecdoteTable>>>(
        `select ${columnList(anecdoteTable.columns)} from ${PAST_SCHEMA}.anecdote
         where id > $1 and not exists (select from ${PAST_SCHEMA}.${wordUses.name} where anecdote = anecdote.id)
         order by id limit ${PAGE}`,
        [last],
      );
      const { work, flush } = createUnitOfWork(tx, pastTables);
      for (const { id, owner, ...row } of rows) {
        const content = contentOf(row);
        work.use(wordUses, id, [{ anecdote: id, owner, ...wordColumns(content) }]);
        last = id;
      }
      await flush();
      if (rows.length < PAGE) break;
    }
    const { counters } = wordUses;
    await tx.query(
      [
        ...counters.flatMap((counter) => [
          createStatement(counter, PAST_SCHEMA),
          countStatement(wordUses, counter, PAST_SCHEMA),
          counter.indexes(PAST_SCHEMA),
        ]),
        // Looking through the words of one journal takes less time than making an index of them.
        `analyze ${[wordUses, ...counters].map(({ name }) => `${PAST_SCHEMA}.${name}`).join(', ')}`,
      ].join('\n'),
    );
  });
}
