import { Tabs } from '@base-ui/react/tabs';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNotices } from '../../lib/notices.ts';
import { sessionExpired } from '../../lib/session-expired.ts';
import { strings } from '../../lib/strings.ts';
import { Logo } from '../../ui/logo.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { AccountPanel, type Mode } from './account-panel.tsx';
import { DebugPanel } from './debug-panel.tsx';
import { GuestPanel } from './guest-panel.tsx';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

type SignInProps = {
  /** What is open at first; the guest's tab by default. */
  opens: 'login' | 'register' | undefined;
  /** Who is about to log in. */
  username: string | undefined;
  onSignedIn: () => void;
  debug: boolean;
};

/** The sign-in card with its two tabs; changing the tab or what a tab is about starts anew. */
export function SignIn({ opens, username, onSignedIn, debug }: SignInProps) {
  const [tab, setTab] = useState<'guest' | 'account'>(opens ? 'account' : 'guest');
  const [mode, setMode] = useState<Mode>(opens === 'register' ? { name: 'register' } : { name: 'log-in', username });
  const notices = useNotices();
  const isExpired = sessionExpired.use();
  const turn = (next: Mode) => {
    notices.clear();
    setMode(next);
  };
  const choose = (next: 'guest' | 'account') => {
    setTab(next);
    turn({ name: 'log-in' });
  };
  return (
    <>
      <div className={styles.card}>
        <header className={styles.head}>
          <Link to="/" aria-label={signInStrings.home}>
            <Logo size={44} />
          </Link>
          <h1 className={styles.title}>{signInStrings.title}</h1>
          <p className="lead">{signInStrings.subtitle}</p>
        </header>
        {isExpired && <NoticeLine notice={{ kind: 'failed', text: strings.errors.sessionExpired }} />}
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
            <AccountPanel mode={mode} onMode={turn} notices={notices} onSignedIn={onSignedIn} />
          </Tabs.Panel>
        </Tabs.Root>
      </div>
      {debug && <DebugPanel notices={notices} />}
    </>
  );
}
