import type { ReactNode } from 'react';
import { AnecdoteFigure, ChainFigure, PatternFigure } from './step-figures.tsx';
import styles from './steps.module.css';
import { welcomeStrings } from './strings.ts';

const texts = welcomeStrings.steps;

/** The steps track, see patterns and improve, each with a picture of the same small story. */
export function Steps() {
  return (
    <section className={styles.section} aria-labelledby="steps">
      <h2 id="steps">{texts.title}</h2>
      <p className={styles.lead}>{texts.lead}</p>
      <ol className={styles.steps}>
        <Step text={texts.track}>
          <AnecdoteFigure />
        </Step>
        <Step text={texts.patterns}>
          <PatternFigure />
        </Step>
        <Step text={texts.improve}>
          <ChainFigure />
        </Step>
      </ol>
    </section>
  );
}

function Step({
  text: [ordinal, name, text],
  children,
}: {
  text: readonly [string, string, string];
  children: ReactNode;
}) {
  return (
    <li className="bead">
      <div className={styles.words}>
        <span className={styles.ordinal}>{ordinal}</span>
        <h3>{name}</h3>
        <p>{text}</p>
      </div>
      <div className={`${styles.figure} sheet`} aria-hidden="true">
        {children}
      </div>
    </li>
  );
}
