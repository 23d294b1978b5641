import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import styles from './mailed-link.module.css';

type CardProps = { title: string; children: ReactNode; alert?: boolean };

/** The frame of the screens that mailed links open: a logo, a title and content. */
export function Card({ title, children, alert = false }: CardProps) {
  return (
    <section className={styles.card} role={alert ? 'alert' : undefined}>
      <Logo size={44} />
      <h1 className={styles.title}>{title}</h1>
      {children}
    </section>
  );
}
