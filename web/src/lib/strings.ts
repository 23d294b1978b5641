/**
 * All texts of the app are in catalogues, in English: here those that several features share, the others beside their
 * feature. Texts with parameters are functions, so that the compiler reports a missing parameter.
 */
export const strings = {
  product: 'Anecdotes',
  pageTitle: (page: string) => `${page} · Anecdotes`,
  newVersion: 'A new version is ready',
  offline:
    "You're offline. You can read what's already here; what you write is kept as a draft until you're back online.",

  common: {
    main: 'Main',
    palette: 'Command palette',
    newAnecdote: 'New Anecdote',
    backToNow: 'Back to now',
    importData: 'Import Data',
    ownAccount: 'Account',
    apiKeys: 'API Keys',
    activity: 'Activity',
    trash: 'Trash',
    tags: 'Tags',
    themes: { system: 'Match system', light: 'Light', dark: 'Dark' },
    shortcuts: 'Keyboard shortcuts',
    logOut: 'Log out',
    messages: 'Messages',
    dismiss: 'Dismiss',
    undo: 'Undo',
    close: 'Close',
    cancel: 'Cancel',
    journal: 'Your Anecdotes',
    print: 'Print',
    searching: 'Searching...',
    noneFound: 'No anecdotes found',
  },

  relative: { today: 'Today', yesterday: 'Yesterday', daysAgo: (days: number) => `${days} days ago` },

  errors: {
    unreachable: "Can't reach the service. Check your connection. Nothing you wrote is lost.",
    draftNotKept: "This browser is out of storage, so your draft can't be kept. Save it before you close the page.",
    unknown: 'An error occurred',
    tooLarge: 'This is larger than the server accepts',
    noData: 'Invalid response from server',
    noList: 'Invalid data format from server',
    sessionExpired: 'Your session has expired. Please log in again.',
    pageTitle: 'Something went wrong',
    page: "This page couldn't be shown.",
    partMissing: 'Part of the app failed to load. Nothing you wrote is lost.',
    retry: 'Try again',
    reload: 'Reload',
    notFoundTitle: 'Nothing here',
    notFound: "This page doesn't exist or was removed.",
    backHome: 'Back to your anecdotes',
    loop: 'This connection would create a loop',
    alreadyLinked: 'They are connected already',
  },
} as const;
