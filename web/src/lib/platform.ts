/** The keys that save, as this machine's keyboard names them. */
export const saveKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ↵' : 'Ctrl ↵';
