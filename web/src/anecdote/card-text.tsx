import { useState } from 'react';
import styles from './card.module.css';
import { MarkedText, type TextRange } from './marked-text.tsx';
import { withoutMarkup } from './plain-text.ts';
import { anecdoteStrings } from './strings.ts';
import { useTextLinks } from './text-rendering.ts';

/** A longer text is folded. */
const LETTERS = 640;
const LINES = 10;

/** The text of an anecdote without emphasis markup, with the searched words marked; a long text can be expanded. */
export function CardText({ text, highlights }: { text: string; highlights: readonly TextRange[] }) {
  const [open, setOpen] = useState(false);
  const linked = useTextLinks();
  const shown = withoutMarkup(text, highlights, true);
  const long = text.length > LETTERS || text.split(/\n\s*/).length > LINES;
  const folded = long && !open;
  return (
    <>
      <p dir="auto" data-opens className={folded ? `${styles.text} ${styles.folded}` : styles.text}>
        {folded ? (
          // An empty line would count as a line, and the last one would then show nothing but the ellipsis.
          paragraphsOf(shown.text).map((paragraph) => (
            <span key={paragraph.start} className={styles.paragraph}>
              <MarkedText {...shown} {...paragraph} linked={linked} />
            </span>
          ))
        ) : (
          <MarkedText {...shown} linked={linked} />
        )}
      </p>
      {long && (
        <button
          type="button"
          className={`${styles.fold} secondary`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? anecdoteStrings.readLess : anecdoteStrings.readMore}
        </button>
      )}
    </>
  );
}

/** The paragraphs of `text`, which are separated by empty lines, each with the index of its first character. */
function paragraphsOf(text: string): { text: string; start: number }[] {
  let end = 0;
  return text.split(/\n\s*\n/).map((paragraph) => {
    const start = text.indexOf(paragraph, end);
    end = start + paragraph.length;
    return { text: paragraph, start };
  });
}
