import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import styles from './mailed-link.module.css';

type CardProps = { title: string; children: ReactNode; alert?: boolean };

/** What a mailed link leads to: one title and what follows from it. */
export function Card({ title, children, alert = false }: CardProps) {
  return (
    <section className={styles.card} role={alert ? 'alert' : undefined}>
      <Logo size={44} />
      <h1 className={styles.title}>{title}</h1>
      {children}
    </section>
  );
}
