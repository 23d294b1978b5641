import type { User } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import type { Filter } from '../../anecdote/filter.ts';
import { useTextRendering } from '../../anecdote/text-rendering.ts';
import { format } from '../../lib/format.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SingleKeysSwitch } from '../../ui/single-keys-switch.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './account.module.css';
import { EraseAccount } from './erase-account.tsx';
import { ExportJournal } from './export-journal.tsx';
import { PasswordForm } from './password-form.tsx';
import { sessionsQuery } from './queries.ts';
import { Sessions } from './sessions.tsx';
import { ownAccountStrings as strings } from './strings.ts';

/** The account screen: sessions, password, keyboard and reading settings, export, erasing the account. */
export function Account({ user, exported }: { user: User | undefined; exported: Filter }) {
  const [isRendered, render] = useTextRendering();
  const isGuest = user?.role === 'guest';
  // The sections below wait for the list of sessions. Its height is unknown, and they would jump when it loads.
  const areSessionsKnown = !useQuery(sessionsQuery()).isPending;
  return (
    <div className={styles.screen}>
      <ScreenHeader title={strings.title}>
        {user && (
          <p className={styles.who}>
            <strong>{user.username}</strong>
            {user.email && ` · ${user.email}`} · {strings.joined(format.date(new Date(user.created_at)))}
          </p>
        )}
      </ScreenHeader>
      <Sessions isGuest={isGuest} />
      {areSessionsKnown && (
        <>
          <section className={styles.section}>
            <h2>{strings.password.title}</h2>
            {isGuest ? <p className={styles.text}>{strings.guestNote}</p> : <PasswordForm />}
          </section>
          <section className={styles.section}>
            <h2>{strings.keyboard}</h2>
            <SingleKeysSwitch />
          </section>
          <section className={styles.section}>
            <h2>{strings.reading.title}</h2>
            <Switch {...strings.reading.rendering} isOn={isRendered} onChange={render} />
          </section>
          <section className={styles.section} id="export">
            <h2>{strings.export.title}</h2>
            <ExportJournal filter={exported} />
          </section>
          <section className={styles.section}>
            <h2>{strings.erase.title}</h2>
            {isGuest ? <p className={styles.text}>{strings.guestNote}</p> : <EraseAccount />}
          </section>
        </>
      )}
    </div>
  );
}
