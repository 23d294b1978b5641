import type { CSSProperties, ReactNode } from 'react';
import styles from './tag.module.css';
import { tagColour } from './tag-colour.ts';

type TagProps = { name: string; title?: string; pressed?: boolean; onClick?: () => void; children?: ReactNode };

/** A tag with its colour as a dot; a button when `onClick` is given. */
export function Tag({ name, title, pressed, onClick, children }: TagProps) {
  const style = { '--tag': tagColour(name) } as CSSProperties;
  if (!onClick) {
    return (
      <span className={styles.tag} style={style}>
        {name}
        {children}
      </span>
    );
  }
  return (
    <button type="button" className={styles.tag} style={style} title={title} aria-pressed={pressed} onClick={onClick}>
      {name}
      {children}
    </button>
  );
}
