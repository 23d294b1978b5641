import { welcomeStrings } from './strings.ts';
import styles from './voices.module.css';

const texts = welcomeStrings.voices;

/** Three quotes, marked as placeholders because the people are not real. */
export function Voices() {
  return (
    <section className={styles.section} aria-labelledby="voices">
      <div className={styles.intro}>
        <h2 id="voices">{texts.title}</h2>
        <p>{texts.note}</p>
      </div>
      <div className={styles.voices}>
        <svg className={styles.thread} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 0L34.667 50L69.333 100" vectorEffect="non-scaling-stroke" />
        </svg>
        {texts.quotes.map(([quote, person]) => (
          <figure key={person} className="bead">
            <blockquote>{quote}</blockquote>
            <figcaption className="row">
              {person}
              <span className={`${styles.placeholder} secondary`}>{texts.placeholder}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
