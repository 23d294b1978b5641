import type { User } from '@anecdotes/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { track } from '../../lib/analytics.ts';
import { printPage } from '../../lib/printing.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { strings } from '../../lib/strings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ChevronDownIcon, EarlierIcon, JournalIcon, PersonIcon, PlusIcon, SearchIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-shell.module.css';
import { SearchField } from './search-field.tsx';
import { shellStrings } from './strings.ts';

type AppShellProps = {
  user: User | undefined;
  search: string;
  /** The path of the screen inside. */
  screen: string;
  /** Returns to the present journal. Given only while a past journal is shown, which is read-only. */
  onNow?: (() => void) | undefined;
  /** Called with what is searched for; `typing` is false once the person pressed Enter. */
  onSearch: (search: string, typing: boolean) => void;
  onPalette: () => void;
  onShortcuts: () => void;
  onLogOut: () => void;
  children: ReactNode;
};

/** The frame around every screen of a logged-in person: top bar, skip link, bottom bar on phones, shortcuts. */
export function AppShell(props: AppShellProps) {
  const { user, search, screen, onNow, onSearch, onPalette, onShortcuts, onLogOut, children } = props;
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const focusSearch = () => field.current?.focus();
  useShortcuts({
    ...(!onNow && { n: () => void navigate({ to: '/entry' }) }),
    '/': focusSearch,
    'g d': () => void navigate({ to: '/dashboard' }),
    'g g': () => void navigate({ to: '/dashboard', search: { view: 'graph' }, hash: 'list' }),
    'g m': () => void navigate({ to: '/dashboard', search: { view: 'geo' }, hash: 'list' }),
    'mod k': onPalette,
    '?': onShortcuts,
    // Loads the rest of a list before printing; the print command of the browser would leave it out.
    'mod p': () => void printPage(),
  });
  const name = user?.username ?? '…';
  const menu = { user, onLogOut, onShortcuts, onPalette };
  return (
    <>
      <a className={styles.skip} href="#main">
        {shellStrings.skip}
      </a>
      <header className={styles.bar}>
        <Link to="/dashboard" className={styles.mark} aria-label={shellStrings.home}>
          <Logo />
          <span>{strings.product}</span>
        </Link>
        <SearchField ref={field} value={search} screen={screen} onSearch={onSearch} onPalette={onPalette} />
        <div className={styles.me}>
          {onNow ? (
            <NowButton onNow={onNow} />
          ) : (
            <Link to="/entry" className={buttonClass('accent')} onClick={() => track('new_anecdote_click')}>
              {strings.common.newAnecdote}
            </Link>
          )}
          <AccountMenu {...menu} label={name} className={styles.name}>
            <span className="one-line">{name}</span>
            <ChevronDownIcon size={16} />
          </AccountMenu>
        </div>
      </header>
      <main id="main" className="page" tabIndex={-1}>
        {children}
      </main>
      <nav className={styles.bottomNav} aria-label={strings.common.main}>
        <Link to="/dashboard" className={styles.key} activeOptions={{ includeSearch: false }}>
          <JournalIcon />
          {shellStrings.journal}
        </Link>
        <button type="button" className={styles.key} onClick={focusSearch}>
          <SearchIcon />
          {shellStrings.searchShort}
        </button>
        {onNow ? (
          <button type="button" className={styles.key} onClick={onNow}>
            <EarlierIcon />
            {shellStrings.nowShort}
          </button>
        ) : (
          <Link
            to="/entry"
            search={{ edit: undefined }}
            className={styles.key}
            activeOptions={{ explicitUndefined: true }}
            onClick={() => track('new_anecdote_click')}
          >
            <PlusIcon />
            {shellStrings.newShort}
          </Link>
        )}
        <AccountMenu {...menu} label={shellStrings.you} className={styles.key}>
          <PersonIcon />
          {shellStrings.you}
        </AccountMenu>
      </nav>
    </>
  );
}

/** The button that returns to the present journal, and then disappears. */
function NowButton({ onNow }: { onNow: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(button);
  return (
    <Button ref={button} onClick={onNow}>
      {strings.common.backToNow}
    </Button>
  );
}
