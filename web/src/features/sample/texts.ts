/** Lines about one topic of daily life, the times that they fit, and their tags, the most fitting first. */
export type Theme = {
  /** From the first hour until before the second. */
  readonly hours: readonly [number, number];
  /** The months from 0 to 11; all when missing. */
  readonly months?: readonly number[];
  readonly tags: readonly string[];
  readonly lines: readonly string[];
};

/** The words that take the place of `{name}`, `{dish}` and so on. */
export const words: Readonly<Record<string, readonly string[]>> = {
  name: [
    'Mara',
    'Jonas',
    'Aunt Rosa',
    'Lena',
    'Tomás',
    'Priya',
    'Oskar',
    'Ida',
    'Samuel',
    'Zoë',
    'Grandfather',
    'Inés',
  ],
  dish: ['lentil soup', 'risotto', 'flatbread', 'plum cake', 'dumplings', 'shakshuka', 'apple pancakes', 'ratatouille'],
  minutes: ['four', 'ten', 'twelve', 'twenty', 'thirty-five', 'forty'],
  thing: ['the bicycle lamp', 'a hinge', 'the kitchen tap', 'the old radio', 'my left shoe', 'the window that rattles'],
  animal: ['a fox', 'two herons', 'a hedgehog', 'the neighbour’s cat', 'a very serious crow', 'a kingfisher'],
  book: ['the book about rivers', 'a novel I had left in March', 'the poems from Ida', 'an old travel diary'],
  sound: ['the cello next door', 'rain on the tin roof', 'someone practising scales', 'the first blackbird'],
  topic: ['the budget', 'next year', 'who orders the chairs', 'the new form', 'names for things'],
  skill: ['the knot that holds', 'ten words of Portuguese', 'to sharpen a knife', 'the second voice of the song'],
  sum: ['14', '23', '36', '48', '75', '120'],
};

export const themes: readonly Theme[] = [
  {
    hours: [6, 10],
    tags: ['energy', 'morning', 'positive', 'mood', 'sleep'],
    lines: [
      'Awake before the alarm and clear in the head. Wrote two pages before anybody else was up.',
      'Coffee on the steps with {name}. {minutes} minutes of sun and the whole day was different.',
      'Cold shower, then {sound} through the open window. More energy than all of last week.',
      'No screen before nine. It sounds small. It is not.',
      'Walked to the first stop instead of the second; {animal} on the wall, watching me be late.',
    ],
  },
  {
    hours: [13, 17],
    tags: ['energy', 'tired', 'work', 'problem', 'afternoon', 'mood'],
    lines: [
      'The three o’clock hole again. Slept badly, ate badly, read the same line {minutes} times.',
      'Headache from noon on. Two meetings without a window before it.',
      'No energy left after the call about {topic}. Lay on the floor for {minutes} minutes; it helped.',
      'Too much coffee, too little water, and then I wonder.',
    ],
  },
  {
    hours: [8, 18],
    tags: ['work', 'positive', 'solution', 'mood', 'learning'],
    lines: [
      'Said no to the extra project. The world is still there.',
      'Wrote the difficult letter first thing. The rest of the day was light.',
      '{name} asked the one question nobody had asked, and {topic} was settled in {minutes} minutes.',
      'Moved the desk to the window. The afternoon was a different room.',
      'Finished what has been lying there since spring. It took {minutes} minutes.',
      '{name} said thank you for something I had forgotten doing.',
    ],
  },
  {
    hours: [9, 19],
    tags: ['work', 'stress', 'problem', 'tired', 'mood'],
    lines: [
      'The demo failed in front of everyone. It turned out to be the projector.',
      'An hour on {topic}, and we left with one list more than we came with.',
      'Sent the mail to the wrong {name}. Both were very kind about it.',
      'Deadline moved forward, again. Told them honestly that it will not be good.',
      'Eleven tabs, three lists and no idea where to begin. Began with the smallest.',
    ],
  },
  {
    hours: [11, 21],
    tags: ['food', 'home', 'positive', 'evening', 'family'],
    lines: [
      'Made {dish} from whatever was left. The best one in weeks, and it cannot be repeated.',
      'Tried the {dish} with less salt. Nobody noticed, which is the point.',
      '{name} came by with {dish} and stayed until midnight.',
      'Burnt the {dish}. Bread and cheese on the balcony instead; nobody was sorry.',
      'Ate lunch away from the desk, outside, slowly. Must do that again.',
    ],
  },
  {
    hours: [21, 24],
    tags: ['sleep', 'evening', 'tired', 'health', 'positive'],
    lines: [
      'In bed at ten with {book}. Got as far as the second page.',
      'Second night without coffee after three. Slept until the light came in.',
      'Read on the balcony until the letters were gone.',
      'Went to bed angry, woke up with the answer.',
      'Phone stays in the kitchen from today. {minutes} pages instead.',
    ],
  },
  {
    hours: [5, 9],
    tags: ['sleep', 'problem', 'tired', 'stress', 'morning'],
    lines: [
      'Awake at four, and {topic} going round. Got up and baked {dish}.',
      'Five hours again. The dog upstairs, or the thought of Monday.',
      'Dreamt of {thing}. Woke up more tired than before.',
    ],
  },
  {
    hours: [7, 20],
    tags: ['car', 'problem', 'money', 'stress', 'weather'],
    lines: [
      'Traffic stood still for {minutes} minutes. Learned three things from the radio and forgot two.',
      'New noise from the front left. {name} says it is nothing, in the voice that means {sum} euros.',
      'Parked in the last free space in the street and felt like a winner all evening.',
      'The light on the dashboard is on. Taped a leaf over it until Thursday.',
      'Gave {name} a lift. {minutes} minutes in the car, and more said than in a year.',
    ],
  },
  {
    hours: [9, 22],
    tags: ['family', 'positive', 'friends', 'mood', 'home'],
    lines: [
      '{name} called to say nothing in particular. {minutes} minutes of it.',
      'Found the box with the letters. {name} read them out, doing all the voices.',
      'Grandmother beat everyone at cards and pretended to be surprised.',
      'The little one asked why the moon follows us. Nobody in the car knew.',
      '{name} remembered my story about {thing} better than I do.',
      'Told {name} about the job before telling anyone else. The only question was whether I would still have Thursdays.',
    ],
  },
  {
    hours: [6, 20],
    tags: ['exercise', 'health', 'energy', 'positive', 'nature', 'morning'],
    lines: [
      'Ran to the river and back without stopping, for the first time since the knee.',
      '{minutes} lengths. The last two were for {name}.',
      'Stairs instead of the lift all week. On Friday it stopped being a decision.',
      'Cycled home the long way. {animal} at the bend, not afraid at all.',
      'Stretched for {minutes} minutes with the window open. Everything cracked, then nothing did.',
    ],
  },
  {
    hours: [8, 18],
    tags: ['health', 'problem', 'stress', 'money', 'solution'],
    lines: [
      'Dentist. {minutes} minutes of staring at a poster of a beach.',
      'The doctor says: less sitting. She said it sitting down, and we both laughed.',
      'A cold, the slow kind. Tea, {book}, and nobody wants anything from me.',
      'Blood results are fine. I had been carrying that for two weeks without noticing.',
    ],
  },
  {
    hours: [17, 24],
    tags: ['friends', 'evening', 'positive', 'food', 'music'],
    lines: [
      'Dinner for four became dinner for nine. There was just enough {dish}.',
      '{name} played {minutes} wrong notes and one that was exactly right.',
      'Long table in the yard, {sound}, and nobody looked at the time.',
      '{name} and I have known each other for twenty years today. We only noticed at dessert.',
      'Walked {name} to the station twice, because we had not finished.',
    ],
  },
  {
    hours: [8, 21],
    tags: ['home', 'solution', 'positive', 'neighbours', 'idea'],
    lines: [
      'Repaired {thing}. It has been complaining since spring; it took {minutes} minutes.',
      'Forgot the keys inside. Met everyone in the house while waiting.',
      'The neighbour’s boy learned to whistle today. We all know.',
      'Gave away three boxes. Not one thing in them that I could name afterwards.',
      'Borrowed a ladder from {name}, returned it with {dish}.',
    ],
  },
  {
    hours: [7, 21],
    tags: ['weather', 'mood', 'nature', 'home', 'evening'],
    lines: [
      'Rain all day. {sound}, and nowhere to be.',
      'Thunder at {minutes} past six. We counted out loud, like children.',
      'Wind so loud that {name} and I stood in the doorway and just listened.',
      'One of those skies. Everybody on the bridge had stopped and was pretending to look for keys.',
    ],
  },
  {
    hours: [6, 20],
    months: [9, 10, 11, 0, 1],
    tags: ['weather', 'morning', 'home', 'mood', 'nature'],
    lines: [
      'First frost. The whole street scraping windows in the same rhythm.',
      'Fog so thick that the tram arrived as a sound first.',
      'Dark at five. Lit every lamp we have and made {dish}.',
    ],
  },
  {
    hours: [9, 22],
    months: [4, 5, 6, 7],
    tags: ['weather', 'friends', 'garden', 'positive', 'evening', 'nature'],
    lines: [
      'So warm that {name} took off a shoe in the square, and then everybody did.',
      'The first tomato. Cut it in {minutes} pieces so that everybody had one.',
      'Slept on the balcony. {sound}, then nothing at all, then birds.',
      'Swam before supper. The water had kept the whole day.',
    ],
  },
  {
    hours: [10, 22],
    tags: ['learning', 'positive', 'idea', 'reading', 'evening'],
    lines: [
      'Learned {skill} from {name}. It is all in the thumb, it turns out.',
      'Understood after {minutes} minutes what I had nodded at for years.',
      'Page 40 of {book}: a sentence I would like to have had at twenty.',
      'Tried {skill} again. Worse than yesterday, but I laughed.',
    ],
  },
  {
    hours: [7, 20],
    tags: ['nature', 'positive', 'exercise', 'travel', 'mood', 'garden'],
    lines: [
      'Saw {animal} by the water, close enough to hear it think.',
      'Walked without a map for {minutes} minutes and came out at the lamp repair shop.',
      'Sat on the warm stones until my tea was cold. {sound}.',
      'Lay in the grass until somebody’s dog decided that I was ill.',
    ],
  },
  {
    hours: [8, 20],
    tags: ['travel', 'positive', 'friends', 'stress', 'money'],
    lines: [
      'The tram driver waited for the old man with the cello, and the whole carriage clapped when he made it.',
      'Missed the connection by a minute. {minutes} of them later I was glad of it.',
      'A stranger on the train gave me half of her {dish} and all of her opinions.',
      'Found {sum} in the winter coat. Bought {name} lunch with it.',
    ],
  },
];
