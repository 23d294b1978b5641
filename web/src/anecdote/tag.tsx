import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';
import { MarkedText, type TextRange } from './marked-text.tsx';
import styles from './tag.module.css';
import { tagColour } from './tag-colour.ts';

/** The function that returns the colour of a tag; a provider replaces the default. */
export const TagColour = createContext(tagColour);

type TagProps = {
  name: string;
  /** The ranges of the name that match the search. */
  highlights?: readonly TextRange[];
  title?: string;
  pressed?: boolean;
  onClick?: () => void;
  children?: ReactNode;
};

/** A tag with its colour as a dot; a button when `onClick` is given. */
export function Tag({ name, highlights, title, pressed, onClick, children }: TagProps) {
  const style = { '--tag': useContext(TagColour)(name) } as CSSProperties;
  // In its own element, so that no gap appears between marked and unmarked text.
  const text = (
    <span>
      <MarkedText text={name} highlights={highlights} linked={false} />
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
