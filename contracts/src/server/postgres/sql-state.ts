export const FOREIGN_KEY_VIOLATION = '23503';
export const UNDEFINED_TABLE = '42P01';
export const UNIQUE_VIOLATION = '23505';

/** The SQLSTATE of an error of Postgres, or the code of another error; empty if it has none. */
export function sqlStateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
