/** The sentences about having the app on the home screen. */
export const installStrings = {
  title: 'Keep your journal at hand',
  text: 'On your home screen, Anecdotes opens like any other app, even offline.',
  install: 'Install App',
  how: 'How to Install',
  later: 'Maybe Later',
  howTitle: 'How to install Anecdotes',
  done: 'Got it!',
  steps: [
    [
      'iPhone and iPad: Safari',
      ['Tap the Share button.', 'Choose "Add to Home Screen".', 'Tap "Add" at the top right.'],
    ],
    [
      'Android: Chrome',
      [
        'Tap the menu with three dots at the top right.',
        'Choose "Add to Home screen" or "Install app".',
        'Tap "Install".',
      ],
    ],
    [
      'Computer: Chrome',
      [
        'Click the install icon at the right end of the address bar.',
        'If there is none, open the menu with three dots and choose "Cast, save, and share", then "Install page as app".',
        'Click "Install".',
      ],
    ],
  ],
} as const;
