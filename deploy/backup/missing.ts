/**
 * For `catch` of a file operation: returns undefined if the file is missing, perhaps because another run has removed it
 * since; throws any other error.
 */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
