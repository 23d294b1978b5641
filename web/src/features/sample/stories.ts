/** A story told in several anecdotes, each connected to the one before. */
export type Story = { readonly tags: readonly string[]; readonly parts: readonly string[] };

export const stories: readonly Story[] = [
  {
    tags: ['car', 'problem', 'solution', 'money'],
    parts: [
      'The car would not start again. Third morning in a row.',
      '{name} looked at it for {minutes} minutes and said one word: battery.',
      'New battery in, {sum} euros, one bruised knuckle. It starts.',
      'Four weeks with the new battery. It has started at the first turn every single morning.',
    ],
  },
  {
    tags: ['sleep', 'health', 'energy', 'tired'],
    parts: [
      'Four bad nights. Writing down what I drink after lunch, from today.',
      'A week without coffee after three: asleep before midnight on five of seven.',
      'Slept eight hours, three nights running. {name} asked whether I had been on holiday.',
    ],
  },
  {
    tags: ['work', 'stress', 'idea', 'positive'],
    parts: [
      'The weekly meeting about {topic} eats the whole Tuesday. There must be another way.',
      'Proposed to {name} that we write instead of meet, for one month.',
      'Third week of writing instead of meeting. {topic} took four lines.',
      'The month is over. Nobody wants the meeting back.',
    ],
  },
  {
    tags: ['exercise', 'health', 'energy', 'positive'],
    parts: [
      'The knee again, halfway up the stairs. Physiotherapy it is.',
      '{minutes} minutes of exercises a day. Boring, every one of them.',
      'Ran once around the park. No pain. Did not tell anyone, then told everyone.',
    ],
  },
  {
    tags: ['family', 'learning', 'positive', 'evening'],
    parts: [
      '{name} wants to learn {skill}. We start on Sunday.',
      'Second lesson. {skill} is harder to teach than to do.',
      'It worked today, all by itself, while we were talking about something else.',
    ],
  },
  {
    tags: ['food', 'home', 'problem', 'learning'],
    parts: [
      'First loaf from my own starter. You could have paved the yard with it.',
      'Second loaf: better. {name} ate a whole slice out of friendship.',
      'Eleventh loaf. Gave half of it to the neighbours and was asked for the recipe.',
    ],
  },
  {
    tags: ['garden', 'nature', 'home', 'positive'],
    parts: [
      'Sowed beans in the old bath tub, against all advice.',
      'Seven beans are up. {animal} has been at the eighth.',
      'First harvest: enough for {dish}, if one does not count the visitors.',
    ],
  },
  {
    tags: ['neighbours', 'music', 'evening', 'friends'],
    parts: [
      'Somebody in the house has begun to learn the trumpet. At nine in the evening.',
      'Met the trumpet in the lift. She is eleven, and very serious about it.',
      'Concert on the stairs, the whole house sitting on its own steps. {minutes} minutes, two encores.',
    ],
  },
  {
    tags: ['home', 'problem', 'stress', 'solution'],
    parts: [
      'A dark spot on the ceiling, the size of a plate.',
      'The spot is a tray now. The neighbour above is on holiday until {topic} is settled, says {name}.',
      'A loose ring under the bath upstairs. {minutes} minutes of work, three weeks of phone calls.',
    ],
  },
  {
    tags: ['friends', 'travel', 'positive', 'mood'],
    parts: [
      '{name} wrote after six years. One line: are you still up for the coast?',
      'Bought the tickets. We have not agreed on a single hotel, which is how it always was.',
      'Two days of rain at the sea, cards and {dish}. Neither of us would have changed a thing.',
    ],
  },
];
