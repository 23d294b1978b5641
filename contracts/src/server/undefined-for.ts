/**
 * For `catch` of a file operation: returns undefined for an error with `code`, such as ENOENT for a file that is missing,
 * and throws any other error.
 */
export function undefinedFor(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
