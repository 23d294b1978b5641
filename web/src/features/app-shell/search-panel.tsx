import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import { forgetAllSearches, forgetSearch, useRecentSearches } from './recent-searches.ts';
import styles from './search-panel.module.css';
import { searchHelp, searchStrings as strings } from './search-strings.ts';

type SearchPanelProps = {
  /** True to show the search help instead of the last searches. */
  isHelp: boolean;
  onSearch: (search: string) => void;
  onHelp: () => void;
  /** Called when the pressed button is removed, so that the focus can be moved. */
  onGone: () => void;
};

/** The panel below the search field: the last searches on this device, or the search help. */
export function SearchPanel({ isHelp, onSearch, onHelp, onGone }: SearchPanelProps) {
  const recent = useRecentSearches();
  if (isHelp) {
    return (
      <section className={`${styles.panel} sheet`} aria-label={strings.help}>
        <h2 className={styles.title}>{strings.help}</h2>
        <dl className={styles.help}>
          {Object.entries(searchHelp).map(([sign, meaning]) => (
            <div key={sign}>
              <dt>
                <code>{sign}</code>
              </dt>
              <dd className="secondary">{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  }
  return (
    <section
      className={`${styles.panel} sheet`}
      aria-label={strings.recent}
      // Keeps the focus in the search field: in Safari, which does not focus pressed buttons, it would be lost, and the
      // panel would close before the button is released.
      onMouseDown={(event) => event.preventDefault()}
    >
      {recent.length > 0 && (
        <>
          <div className={`${styles.head} secondary`}>
            {strings.recent}
            <button
              type="button"
              onClick={() => {
                forgetAllSearches();
                onGone();
              }}
            >
              {strings.clearRecent}
            </button>
          </div>
          <ul>
            {recent.map((search) => (
              <li key={search} className={styles.recent}>
                <button type="button" onClick={() => onSearch(search)}>
                  <SearchIcon size={16} />
                  <span className="one-line" dir="auto">
                    {search}
                  </span>
                </button>
                <IconButton
                  label={strings.forget(search)}
                  onClick={() => {
                    forgetSearch(search);
                    onGone();
                  }}
                >
                  <CloseIcon size={14} />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <button
        type="button"
        className={`${styles.more} secondary`}
        onClick={() => {
          onHelp();
          onGone();
        }}
      >
        <kbd>?</kbd> {strings.help}
      </button>
    </section>
  );
}
