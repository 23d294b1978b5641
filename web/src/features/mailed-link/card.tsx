import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '../../ui/logo.tsx';
import styles from './mailed-link.module.css';

type CardProps = { title: string; children: ReactNode; alert?: boolean };

/** The frame of the screens that mailed links open: a logo, a title and content. A new title gets the focus. */
export function Card({ title, children, alert = false }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedTitle = useRef(title);
  useEffect(() => {
    if (focusedTitle.current !== title) heading.current?.focus();
    focusedTitle.current = title;
  }, [title]);
  return (
    <section className={styles.card} role={alert ? 'alert' : undefined}>
      <Logo size={44} />
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}
