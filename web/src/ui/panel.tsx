import { type ComponentProps, useId } from 'react';
import styles from './panel.module.css';

/** A framed section of a screen with a title. */
export function Panel({ title, children, className, ...rest }: ComponentProps<'section'> & { title: string }) {
  const id = useId();
  return (
    <section {...rest} className={[styles.panel, 'sheet', className].filter(Boolean).join(' ')} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
