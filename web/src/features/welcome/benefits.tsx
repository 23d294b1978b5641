import styles from './benefits.module.css';
import { welcomeStrings } from './strings.ts';

const texts = welcomeStrings.benefits;

type Sign = {
  lines: string;
  dots: readonly (readonly [x: number, y: number])[];
  warm: readonly [x: number, y: number];
};

/** One sign per benefit, in the dots and lines of the mark. */
const signs: readonly Sign[] = [
  { lines: 'M1 20H42', dots: [], warm: [42, 20] },
  {
    lines: 'M28 16a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
    dots: [
      [4, 9],
      [14, 24],
      [20, 8],
    ],
    warm: [37, 16],
  },
  {
    lines: 'M4 25L17 10L29 20L42 7',
    dots: [
      [4, 25],
      [17, 10],
      [29, 20],
    ],
    warm: [42, 7],
  },
  {
    lines: 'M4 16H42',
    dots: [
      [4, 16],
      [23, 16],
    ],
    warm: [42, 16],
  },
  {
    lines: 'M4 26L22 6L42 18L20 27Z',
    dots: [
      [4, 26],
      [42, 18],
      [20, 27],
    ],
    warm: [22, 6],
  },
  {
    lines: 'M6 10L26 5L40 16L26 28L4 24Z',
    dots: [
      [6, 10],
      [26, 5],
      [40, 16],
      [26, 28],
      [4, 24],
    ],
    warm: [21, 16],
  },
];

/** What keeping notes is good for: six cards on one ruled sheet. */
export function Benefits() {
  return (
    <section className={styles.section} aria-labelledby="benefits">
      <div className={styles.intro}>
        <h2 id="benefits">{texts.title}</h2>
        <p>{texts.lead}</p>
      </div>
      <ul className={styles.cards}>
        {texts.cards.map(([name, text], index) => (
          <li key={name}>
            <SignOf sign={signs[index]} />
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SignOf({ sign }: { sign: Sign | undefined }) {
  if (!sign) return null;
  return (
    <svg width="65" height="40" viewBox="0 0 52 32" fill="none" aria-hidden="true">
      <path className={styles.line} d={sign.lines} />
      {sign.dots.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.dot} cx={x} cy={y} r="3" />
      ))}
      <circle className={styles.warm} cx={sign.warm[0]} cy={sign.warm[1]} r="4" />
    </svg>
  );
}
