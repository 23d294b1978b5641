import { useState } from 'react';
import styles from './card.module.css';
import { MarkedText, type TextRange } from './marked-text.tsx';
import { withoutMarkup } from './plain-text.ts';
import { anecdoteStrings } from './strings.ts';
import { useTextLinks } from './text-rendering.ts';

const LONG = 640;

/** The text of an anecdote without emphasis markup, with the searched words marked; a long text can be expanded. */
export function CardText({ text, highlights }: { text: string; highlights: readonly TextRange[] }) {
  const [open, setOpen] = useState(false);
  const linked = useTextLinks();
  const shown = withoutMarkup(text, highlights, true);
  const long = text.length > LONG || text.split('\n').length > 10;
  return (
    <>
      <p dir="auto" data-opens className={long && !open ? `${styles.text} ${styles.folded}` : styles.text}>
        <MarkedText {...shown} linked={linked} />
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
