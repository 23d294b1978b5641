import { counted } from '../../lib/format.ts';

/** The sentences of the account screen. */
export const ownAccountStrings = {
  title: 'Account',
  joined: (day: string) => `Member since ${day}`,
  guestNote: 'Not available for the guest account',

  sessions: {
    title: "Where you're signed in",
    guestText: 'The guest account is shared, so only this browser is listed.',
    current: 'This browser',
    since: (moment: string) => `Signed in ${moment}`,
    unknown: 'Unknown device',
    program: (program: string, system: string) => `${program} on ${system}`,
    all: (count: number) => `Show all ${count} sessions`,
    end: 'Log out',
    endNamed: (name: string, moment: string) => `Log out ${name}, signed in ${moment}`,
    endOthers: 'Log out everywhere else',
    ended: 'Session ended',
    endedOthers: 'Signed out everywhere else',
    endFailed: 'Failed to end the session',
    failed: 'Failed to load sessions',
  },

  password: {
    title: 'Change password',
    text: 'This signs you out everywhere else and deactivates your API keys.',
    current: 'Current Password',
    next: 'New Password',
    repeat: 'Confirm New Password',
    button: 'Change Password',
    sending: 'Changing…',
    done: 'Password changed successfully',
    failed: 'Failed to change password',
  },

  keyboard: 'Keyboard',

  reading: {
    title: 'Reading',
    rendering: {
      label: 'Show formatting and links in texts',
      help: 'Markdown and web addresses are shown as formatting and links. What you wrote is never changed. This is remembered on this device only.',
    },
  },

  export: {
    title: 'Export',
    text: 'Everything you wrote as one zip file: a page to read and search offline, Markdown files with their links, a table for spreadsheets, and journal.json, which holds all of it and can be imported again.',
    what: 'What is exported',
    list: 'The filtered list',
    all: 'The whole journal',
    passing: (parts: readonly string[]) => `Only what passes the filter: ${parts.join(', ')}.`,
    size: (anecdotes: string, size: string) => `${anecdotes}, about ${size}`,
    anecdotes: (count: number) => counted(count, 'anecdote'),
    trash: { label: 'With the trash', help: 'What you deleted in the last 30 days.' },
    history: { label: 'With the history', help: 'Every change, with what was there before and after.' },
    button: 'Export Journal',
    cancel: 'Cancel',
    progress: 'Progress of the export',
    received: (size: string) => `${size} received`,
    done: 'Your journal is exported',
    failed: 'Failed to export the journal',
  },

  confirm: {
    title: 'Confirm your password',
    text: 'You logged in a while ago. Please enter your password again to continue.',
    password: 'Password',
    button: 'Continue',
    sending: 'Checking…',
    failed: 'Failed to check the password',
  },

  erase: {
    title: 'Erase account',
    text: 'Your anecdotes, your name and everything else you wrote become unreadable to everyone, immediately and for good.',
    button: 'Erase Account…',
    question: 'Are you sure you want to erase your account? This action cannot be undone.',
    password: 'Password',
    confirm: 'Erase Everything',
    sending: 'Erasing…',
    done: 'Your account has been erased',
    failed: 'Failed to erase the account',
  },
} as const;
