import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';
import styles from './screen-header.module.css';

type ScreenHeaderProps = {
  /** Also the title of the browser tab. */
  title: string;
  lead?: string;
  /** Further lines below the title. */
  children?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
};

/** The header of a screen: its title, a lead and actions. */
export function ScreenHeader({ title, lead, children, actions }: ScreenHeaderProps) {
  return (
    <header className={styles.header}>
      <PageTitle>{title}</PageTitle>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={`${styles.lead} lead`}>{lead}</p>}
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
