import tagStyles from '../../anecdote/tag.module.css';
import styles from './step-figures.module.css';
import { welcomeStrings } from './strings.ts';

const texts = welcomeStrings.example;

/** An anecdote that is being written. */
export function AnecdoteFigure() {
  return (
    <div className={styles.anecdote}>
      <p className={styles.text}>
        {texts.note}
        <span className={styles.caret} />
      </p>
      <p className={`${styles.meta} secondary tabular`}>{texts.noteMeta}</p>
      <div className={styles.tags}>
        {texts.tags.map((tag) => (
          <span key={tag} className={tagStyles.tag}>
            {tag}
          </span>
        ))}
      </div>
    </div>
  );
}

const DAYS = Array.from({ length: 14 }, (_, day) => day);
const coffee = new Set([1, 4, 8, 10, 12]);
const awake = new Set([1, 4, 8, 12]);
const [UPPER, LOWER, FIRST, STEP] = [18, 70, 8, 18];

/** Two weeks of two tags, one above the other; a line joins the days on which both were written down. */
export function PatternFigure() {
  const x = (day: number) => FIRST + day * STEP;
  const both = DAYS.filter((day) => coffee.has(day) && awake.has(day));
  return (
    <div className={styles.pattern}>
      <p className={`${styles.meta} secondary`}>{texts.weeks}</p>
      <p className={styles.row}>{texts.rows[0]}</p>
      <svg viewBox="0 0 250 88" aria-hidden="true">
        <path className={styles.join} d={both.map((day) => `M${x(day)} ${UPPER}V${LOWER}`).join('')} />
        {DAYS.map((day) => (
          <g key={day}>
            <circle className={mark(coffee.has(day), both.includes(day))} cx={x(day)} cy={UPPER} r="5.5" />
            <circle className={mark(awake.has(day), both.includes(day))} cx={x(day)} cy={LOWER} r="5.5" />
          </g>
        ))}
      </svg>
      <p className={styles.row}>{texts.rows[1]}</p>
      <p className={styles.finding}>{texts.sameDays}</p>
    </div>
  );
}

/** Three notes, linked. */
export function ChainFigure() {
  return (
    <ol className={styles.chain}>
      {texts.chain.map(([day, text]) => (
        <li key={day} className="bead">
          <span className={`${styles.meta} secondary tabular`}>{day}</span>
          <span className={styles.text}>{text}</span>
        </li>
      ))}
    </ol>
  );
}

function mark(written: boolean, joined: boolean): string {
  if (!written) return styles.none ?? '';
  return (joined ? styles.joined : styles.written) ?? '';
}
