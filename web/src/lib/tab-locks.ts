/**
 * The locks that the tabs of this browser share. Undefined outside of a secure context (https or localhost), and where
 * the browser refuses storage: it then refuses locks and channels between tabs too.
 */
export function tabLocks(): LockManager | undefined {
  try {
    return localStorage && navigator.locks;
  } catch {
    return undefined;
  }
}
