import { Problem } from '@anecdotes/contracts';
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '@anecdotes/contracts/server/postgres/sql-state';

/**
 * Waits for a statement that adds a row to an account, whose session was valid before. Throws UNAUTHENTICATED if the
 * account was erased meanwhile.
 */
export async function unlessErased<Result>(adding: Promise<Result>): Promise<Result> {
  try {
    return await adding;
  } catch (error) {
    throw sqlStateOf(error) === FOREIGN_KEY_VIOLATION ? new Problem('UNAUTHENTICATED') : error;
  }
}
