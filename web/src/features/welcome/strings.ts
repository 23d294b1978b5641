/** Every sentence of the landing page, in English. */
export const welcomeStrings = {
  signIn: 'Sign In',
  start: 'Get Started Free',
  open: 'Open your journal',
  title: 'Small days, joined up.',
  lead: 'Take ten seconds to write down what happened. Months later, see what it led to.',
  free: 'Free sign-up. No credit card required.',

  steps: {
    title: 'Everyday stories, turned into insights',
    lead: 'Three small habits. The first takes ten seconds; the others grow out of it.',
    track: ['One', 'Track', "A sentence, a tag, maybe a place. That's all it takes."],
    patterns: ['Two', 'See patterns', 'Threads, maps and counts show what keeps coming back.'],
    improve: ['Three', 'Improve', 'Change one thing, link it to what came before, and see what happens.'],
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
      ['Written before it fades', 'One line is enough. Tags, time and place are there when you want them.'],
      ['Easy to find again', 'By any word, tag or date range, even when you remember it slightly wrong.'],
      ['Threads, not piles', 'Link a note to the one it grew out of, and read the whole story in order.'],
      ['It happened again', 'Same Here counts what repeats, without writing it down twice.'],
      ['Where life happens', 'Give a note a place, and see which corners of town keep coming up.'],
      ['Yours, and only yours', 'Encrypted with your own key. Erase your account, and the key is gone.'],
    ],
  },

  voices: {
    title: 'What people might say',
    note: 'Nobody has said this yet: these quotes and names are placeholders until real people write to us.',
    placeholder: 'Placeholder',
    quotes: [
      ['I wrote “bad night” eleven times before I saw that it was always a Tuesday.', 'First Person'],
      ["The only journal I haven't given up by February. There is nothing to fall behind on.", 'Second Person'],
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
    soon: "These pages don't exist yet, so their links lead nowhere.",
    groups: [
      ['Product', ['Features', 'Pricing', 'API']],
      ['Company', ['About', 'Blog', 'Careers']],
      ['Support', ['Help Center', 'Contact', 'Privacy']],
    ],
  },
} as const;
