import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';
import { MarkedText, type TextRange } from './marked-text.tsx';
import styles from './tag.module.css';
import { tagColour } from './tag-colour.ts';

/** How a tag comes by its colour, where that is not the usual way. */
export const TagColour = createContext(tagColour);

type TagProps = {
  name: string;
  /** What was searched for in it. */
  marks?: readonly TextRange[];
  title?: string;
  pressed?: boolean;
  onClick?: () => void;
  children?: ReactNode;
};

/** A tag with its colour as a dot; a button when `onClick` is given. */
export function Tag({ name, marks, title, pressed, onClick, children }: TagProps) {
  const style = { '--tag': useContext(TagColour)(name) } as CSSProperties;
  // In an element of its own, so that no gap parts what is marked from the rest.
  const text = (
    <span>
      <MarkedText text={name} marks={marks} linked={false} />
    </span>
  );
  if (!onClick) {
    return (
      <span className={styles.tag} style={style}>
        {text}
        {children}
      </span>
    );
  }
  return (
    <button type="button" className={styles.tag} style={style} title={title} aria-pressed={pressed} onClick={onClick}>
      {text}
      {children}
    </button>
  );
}
