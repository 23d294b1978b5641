import { useState } from 'react';
import styles from './card.module.css';
import { anecdoteStrings } from './strings.ts';

const LONG = 640;

/** The text of an anecdote, with what was searched for marked; a long one can be unfolded. */
export function CardText({ text, search }: { text: string; search: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > LONG || text.split('\n').length > 10;
  return (
    <>
      <p dir="auto" className={long && !open ? `${styles.text} ${styles.folded}` : styles.text}>
        {marked(text, search)}
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

function marked(text: string, search: string) {
  if (search === '') return text;
  const pattern = new RegExp(`(${search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu');
  const parts = text.split(pattern);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}
