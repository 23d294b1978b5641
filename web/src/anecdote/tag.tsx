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
  if (!onClick) {
    return (
      <span className={styles.tag} style={style}>
        <MarkedText text={name} marks={marks} linked={false} />
        {children}
      </span>
    );
  }
  return (
    <button type="button" className={styles.tag} style={style} title={title} aria-pressed={pressed} onClick={onClick}>
      <MarkedText text={name} marks={marks} linked={false} />
      {children}
    </button>
  );
}
