const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that save, as labelled on the keyboard of this platform. */
export const saveKeys = isApple ? '⌘ ↵' : 'Ctrl ↵';
/** The keys that open the command palette. */
export const paletteKeys = isApple ? '⌘ K' : 'Ctrl K';
