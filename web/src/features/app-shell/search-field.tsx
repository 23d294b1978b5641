import { limits } from '@anecdotes/contracts';
import { type Ref, useEffect, useRef, useState } from 'react';
import { isComposing } from '../../lib/is-composing.ts';
import { paletteKeys } from '../../lib/platform.ts';
import { useSingleKeys } from '../../lib/shortcuts.ts';
import { strings } from '../../lib/strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import styles from './app-shell.module.css';
import { rememberSearch } from './recent-searches.ts';
import { shellStrings } from './strings.ts';

const SearchPanel = lazyComponent(() => import('./search-panel.tsx'), 'SearchPanel');

const DEBOUNCE_MS = 300;
/** Typed alone, it shows the search help. */
const HELP = '?';

type SearchFieldProps = {
  value: string;
  /** The path of the current screen. When it changes, text not yet passed to `onSearch` is dropped. */
  screen: string;
  onSearch: (search: string, typing: boolean) => void;
  onPalette: () => void;
  ref: Ref<HTMLInputElement>;
};

/** The search field of the top bar. Calls `onSearch` when the person pauses typing, and at once on Enter. */
export function SearchField({ value, screen, onSearch, onPalette, ref }: SearchFieldProps) {
  const [hasKey] = useSingleKeys();
  const [typed, setTyped] = useState(value);
  const sentSearches = useRef([value]);
  const lastScreen = useRef(screen);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);
  const send = (search: string, typing: boolean) => {
    clearTimeout(timer.current);
    if (!typing) rememberSearch(search);
    sentSearches.current.push(search.trim());
    onSearch(search.trim(), typing);
  };
  const type = (search: string) => {
    setTyped(search);
    setOpen(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(search === HELP ? '' : search, true), DEBOUNCE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    // Hides the keyboard of a phone, as Enter does, when a finger moves the results.
    const hideKeyboard = ({ target }: TouchEvent) => {
      if (!form.current?.contains(target as Node)) form.current?.querySelector('input')?.blur();
    };
    document.addEventListener('touchmove', hideKeyboard, { passive: true });
    return () => document.removeEventListener('touchmove', hideKeyboard);
  }, []);
  useEffect(() => {
    const sentIndex = sentSearches.current.lastIndexOf(value);
    const isOwnSearch = sentIndex >= 0 && screen === lastScreen.current;
    // Searches passed on after this one have not come back as `value` yet.
    sentSearches.current = isOwnSearch ? sentSearches.current.slice(sentIndex) : [value];
    lastScreen.current = screen;
    if (isOwnSearch) return;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value, screen]);

  const chooseRecent = (search: string) => {
    setTyped(search);
    setOpen(false);
    send(search, false);
  };
  const focus = () => form.current?.querySelector('input')?.focus();
  const isHelp = typed === HELP;
  return (
    <search
      ref={form}
      className={styles.search}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setOpen(false);
        if (isHelp) setTyped('');
        else rememberSearch(typed);
      }}
      onKeyDown={({ key, target }) => {
        if (key !== 'Escape' || target instanceof HTMLInputElement) return;
        focus();
        setOpen(false);
      }}
    >
      <SearchIcon />
      <input
        ref={ref}
        type="text"
        dir="auto"
        inputMode="search"
        enterKeyHint="search"
        aria-label={shellStrings.search}
        placeholder={shellStrings.search}
        maxLength={limits.searchTerm}
        value={typed}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter' && !isHelp) {
            send(typed, false);
            // Hides the keyboard of a phone, which covers the results.
            if (matchMedia('(hover: none)').matches) event.currentTarget.blur();
          }
          if (event.key === 'Escape') {
            setOpen(false);
            if (typed !== '') type('');
            else event.currentTarget.blur();
          }
        }}
      />
      {typed === '' ? (
        <>
          {hasKey && <kbd>/</kbd>}
          <button
            type="button"
            className={styles.hint}
            title={strings.common.palette}
            aria-label={`${strings.common.palette}, ${paletteKeys}`}
            onClick={onPalette}
          >
            <kbd>{paletteKeys}</kbd>
          </button>
        </>
      ) : (
        <IconButton
          label={shellStrings.clearSearch}
          onClick={() => {
            type('');
            focus();
          }}
        >
          <CloseIcon size={14} />
        </IconButton>
      )}
      {isOpen && (typed === '' || isHelp) && (
        <SearchPanel isHelp={isHelp} onSearch={chooseRecent} onHelp={() => type(HELP)} onGone={focus} />
      )}
    </search>
  );
}
