import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { strings } from '../../lib/strings.ts';
import { Mark } from '../../ui/mark.tsx';
import { AccountForm } from './account-form.tsx';
import { GuestPanel } from './guest-panel.tsx';
import styles from './sign-in.module.css';

type SignInProps = { onSignedIn: () => void };

/** The sign-in card with its two tabs; changing the tab starts the forms anew. */
export function SignIn({ onSignedIn }: SignInProps) {
  const [tab, setTab] = useState<'guest' | 'account'>('guest');
  return (
    <div className={styles.card}>
      <header className={styles.head}>
        <Mark size={44} />
        <h1 className={styles.title}>{strings.auth.title}</h1>
        <p className={styles.subtitle}>{strings.auth.subtitle}</p>
      </header>
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List className={styles.tabs} aria-label={strings.auth.tabs}>
          <Tabs.Tab className={styles.tab} value="guest">
            {strings.auth.guestTab}
          </Tabs.Tab>
          <Tabs.Tab className={styles.tab} value="account">
            {strings.auth.accountTab}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel className={styles.panel} value="guest">
          <GuestPanel onSignedIn={onSignedIn} onAccount={() => setTab('account')} />
        </Tabs.Panel>
        <Tabs.Panel className={styles.panel} value="account">
          <AccountForm onSignedIn={onSignedIn} />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}
