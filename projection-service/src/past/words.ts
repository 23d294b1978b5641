import { sqlStateOf, UNDEFINED_TABLE } from '@anecdotes/contracts/server/postgres/sql-state';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import { anecdoteTable, contentOf } from '../anecdotes/table.ts';
import { columnList } from '../projection/statements.ts';
import { countStatement, createStatement, type SelectedOf } from '../projection/table.ts';
import { createUnitOfWork } from '../projection/unit-of-work.ts';
import { wordColumns, wordUses } from '../words/table.ts';
import { PAST_SCHEMA, pastTables } from './tables.ts';

/** The table with the words that were copied, until searches need those of the other anecdotes too. */
const ASIDE = 'word_use_aside';
/** Processing a page blocks this process for a few milliseconds. */
const PAGE = 250;

/**
 * Renames the table of the copied words, so that a question that needs words fails (`needsWords`). Words take longer to
 * make than all other parts of a past journal, and most questions are not searches.
 */
export async function setWordsAside(tx: pg.ClientBase): Promise<void> {
  await tx.query(`alter table ${PAST_SCHEMA}.${wordUses.name} rename to ${ASIDE}`);
}

/** True for the error of a question that can be asked again after `makeWords`. */
export function needsWords(error: unknown): boolean {
  return sqlStateOf(error) === UNDEFINED_TABLE;
}

/** Makes the words of the past journal from its anecdotes, on the only connection of `pool`. */
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
        // Scanning the words of one journal takes less time than creating an index of them.
        `analyze ${[wordUses, ...counters].map(({ name }) => `${PAST_SCHEMA}.${name}`).join(', ')}`,
      ].join('\n'),
    );
  });
}
