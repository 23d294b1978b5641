import styles from './benefits.module.css';
import { welcomeStrings } from './strings.ts';

const texts = welcomeStrings.benefits;

/** One icon per benefit, made of dots and lines like the logo. A dot is a path of length 0 with round ends. */
const signs = [
  { line: 'M1 20H42', dots: '', warm: 'M42 20h0' },
  { line: 'M28 16a9 9 0 1 0 18 0a9 9 0 1 0-18 0', dots: 'M4 9h0M14 24h0M20 8h0', warm: 'M37 16h0' },
  { line: 'M4 25L17 10L29 20L42 7', dots: 'M4 25h0M17 10h0M29 20h0', warm: 'M42 7h0' },
  { line: 'M4 16H42', dots: 'M4 16h0M23 16h0', warm: 'M42 16h0' },
  { line: 'M4 26L22 6L42 18L20 27Z', dots: 'M4 26h0M42 18h0M20 27h0', warm: 'M22 6h0' },
  { line: 'M6 10L26 5L40 16L26 28L4 24Z', dots: 'M6 10h0M26 5h0M40 16h0M26 28h0M4 24h0', warm: 'M21 16h0' },
];

/** The benefits of keeping notes, as six cards. */
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
            <svg width="65" height="40" viewBox="0 0 52 32" fill="none" aria-hidden="true">
              <path className={styles.line} d={signs[index]?.line} />
              <path className={styles.dots} d={signs[index]?.dots} />
              <path className={styles.warm} d={signs[index]?.warm} />
            </svg>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
