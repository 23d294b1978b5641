/** Every sentence of the landing page, in English. */
export const welcomeStrings = {
  signIn: 'Sign In',
  start: 'Get Started Free',
  open: 'Open your journal',
  title: 'Small days, joined up.',
  lead: 'Write down what happened in ten seconds. See, months later, what it was the beginning of.',
  free: 'Free sign-up. No credit card required.',

  steps: {
    title: 'Everyday stories, turned into insights',
    lead: 'Three small habits. The first one takes ten seconds, the others grow out of it.',
    track: ['One', 'Track', 'A sentence, a tag, perhaps a place. Nothing else is asked of you.'],
    patterns: ['Two', 'See patterns', 'Threads, maps and counts show what keeps coming back.'],
    improve: ['Three', 'Improve', 'Change one thing, link it to what came before, and watch.'],
  },

  example: {
    note: 'Awake at two again. Coffee at five, with Mara.',
    noteMeta: '7:05 · Kitchen',
    tags: ['sleep', 'coffee'],
    weeks: 'Two weeks of notes',
    rows: ['Late coffee', 'Bad night'],
    sameDays: 'Four of five fall on the same day',
    chain: [
      ['3 Nov', 'Awake at two again.'],
      ['9 Nov', 'No coffee after three, from today.'],
      ['19 Nov', 'Slept until the light came in.'],
    ],
  },

  benefits: {
    title: 'What you get for ten seconds a day',
    lead: 'Nothing to keep up with, no streaks, no score. It waits until something happens.',
    cards: [
      ['Written before it is gone', 'One line is enough. Tags, time and place are there when you want them.'],
      ['Found again', 'By any word, tag or span of days, even when you remember it slightly wrong.'],
      ['Threads, not piles', 'Link a note to the one it grew out of, and read the whole story in order.'],
      ['It happened again', 'Same Here counts what repeats, without writing it down twice.'],
      ['Where life happens', 'Give a note a place, and see which corners of town keep coming up.'],
      ['Yours, and only yours', 'Sealed with a key of your own. Erase the account, and the key is gone.'],
    ],
  },

  voices: {
    title: 'What people might say',
    note: 'Nobody has said this yet: quotes and people are placeholders until real ones write to us.',
    placeholder: 'Placeholder',
    quotes: [
      ['I wrote “bad night” eleven times before I saw that it was always a Tuesday.', 'First Person'],
      ['The only journal I have not given up by February. There is nothing to fall behind with.', 'Second Person'],
      ['I used to tell my doctor “sometimes”. Now I bring her the days.', 'Third Person'],
    ],
  },

  closing: {
    title: 'So, what happened today?',
    lead: 'Write the first one down. It can be small.',
  },

  footer: {
    line: 'A journal for short notes, and for what becomes of them.',
    links: 'More',
    cookies: 'Cookie settings',
    soon: 'These pages are not written yet, so their links lead nowhere.',
    groups: [
      ['Product', ['Features', 'Pricing', 'API']],
      ['Company', ['About', 'Blog', 'Careers']],
      ['Support', ['Help Center', 'Contact', 'Privacy']],
    ],
  },
} as const;
