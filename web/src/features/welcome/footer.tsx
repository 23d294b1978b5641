import { strings } from '../../lib/strings.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './footer.module.css';
import { welcomeStrings } from './strings.ts';

const texts = welcomeStrings.footer;

/** The footer of the page. Its links lead nowhere yet, and a note says so. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.sign}>
          <Logo />
          <p>{strings.product}</p>
          <p className={styles.line}>{texts.line}</p>
        </div>
        <nav className={styles.groups} aria-label={texts.links} aria-describedby="soon">
          {texts.groups.map(([group, names]) => (
            <div key={group}>
              <h2>{group}</h2>
              <ul>
                {names.map((name) => (
                  <li key={name}>
                    {/* biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere yet, announced as disabled */}
                    <a role="link" aria-disabled="true">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={`${styles.end} row secondary`}>
          <p id="soon">{texts.soon}</p>
          <button type="button" data-cookie-settings>
            {texts.cookies}
          </button>
        </div>
      </div>
    </footer>
  );
}
