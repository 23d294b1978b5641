import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';
import styles from './screen-header.module.css';

type ScreenHeaderProps = {
  title: string;
  /** The title of the browser tab; by default that of the screen. */
  pageTitle?: string | undefined;
  lead?: string;
  /** Further lines below the title. */
  children?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
};

/** The header of a screen: its title, a lead and actions. */
export function ScreenHeader({ title, pageTitle = title, lead, children, actions }: ScreenHeaderProps) {
  return (
    <header className={styles.header}>
      <PageTitle>{pageTitle}</PageTitle>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={`${styles.lead} lead`}>{lead}</p>}
        {children}
      </div>
      {actions && <div className={`${styles.actions} unprinted`}>{actions}</div>}
    </header>
  );
}
