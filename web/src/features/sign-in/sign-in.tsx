import { Tabs } from '@base-ui/react/tabs';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { configurationQuery } from '../../lib/configuration.ts';
import { useNotices } from '../../lib/notices.ts';
import { takeRememberedAddress } from '../../lib/session.ts';
import { sessionExpired } from '../../lib/session-expired.ts';
import { strings } from '../../lib/strings.ts';
import { useStore } from '../../lib/use-store.ts';
import { Logo } from '../../ui/logo.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { AccountPanel, type Mode } from './account-panel.tsx';
import { DebugPanel } from './debug-panel.tsx';
import { GuestPanel } from './guest-panel.tsx';
import type { HeldInvitation } from './queries.ts';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

type SignInProps = {
  /** The form that is open at first; by default the tab of the guest. */
  opens: 'login' | 'register' | undefined;
  /** The initial username of the log-in form. */
  username?: string | undefined;
  /** The invitation with which a person may register. */
  invitation?: HeldInvitation;
  debug?: boolean;
};

/** The sign-in card with two tabs, or one form if there is no guest account. Changing tab or mode resets the form. */
export function SignIn({ opens, username, invitation, debug = false }: SignInProps) {
  const router = useRouter();
  const onSignedIn = () => router.history.push(takeRememberedAddress());
  const unverified = useLocation({ select: ({ state }) => state.unverified });
  const [tab, setTab] = useState<'guest' | 'account'>(opens || unverified ? 'account' : 'guest');
  const [mode, setMode] = useState<Mode>(() => {
    if (unverified !== undefined) return { name: 'check-mail', email: unverified };
    return opens === 'register' ? { name: 'register' } : { name: 'log-in', username };
  });
  const notices = useNotices();
  const isExpired = useStore(sessionExpired);
  const changeMode = (next: Mode) => {
    notices.clear();
    setMode(next);
  };
  const choose = (next: 'guest' | 'account') => {
    setTab(next);
    changeMode({ name: 'log-in' });
  };
  const hasGuest = useQuery(configurationQuery()).data?.guest !== null;
  const account = <AccountPanel {...{ mode, invitation, notices, onSignedIn }} onMode={changeMode} />;
  return (
    <>
      <div className={styles.card}>
        <header className={styles.head}>
          <Link to="/" aria-label={signInStrings.home}>
            <Logo size={44} />
          </Link>
          <h1 className={styles.title}>{signInStrings.title}</h1>
          <p className="lead">{invitation ? signInStrings.invitation.subtitle : signInStrings.subtitle}</p>
        </header>
        {isExpired && <NoticeLine notice={{ kind: 'failed', text: strings.errors.sessionExpired }} />}
        {hasGuest ? (
          <Tabs.Root value={tab} onValueChange={choose}>
            <Tabs.List className={styles.tabs} aria-label={signInStrings.tabs}>
              <Tabs.Tab className={styles.tab} value="guest">
                {signInStrings.guestTab}
              </Tabs.Tab>
              <Tabs.Tab className={styles.tab} value="account">
                {signInStrings.accountTab}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel className={styles.panel} value="guest">
              <GuestPanel notices={notices} onSignedIn={onSignedIn} onAccount={() => choose('account')} />
            </Tabs.Panel>
            <Tabs.Panel className={styles.panel} value="account">
              {account}
            </Tabs.Panel>
          </Tabs.Root>
        ) : (
          account
        )}
      </div>
      {debug && <DebugPanel notices={notices} />}
    </>
  );
}
