import { useEffect, useRef } from 'react';
import { track } from '../../lib/analytics.ts';
import { setConsent } from '../../lib/analytics-consent.ts';
import { Button } from '../../ui/button.tsx';
import styles from './consent-banner.module.css';
import { consentStrings as strings } from './strings.ts';

/** Asks once whether uses may be counted. No dialog: whatever lies behind goes on, and can be scrolled out from under. */
export function ConsentBanner({ aboveBar }: { aboveBar: boolean }) {
  const banner = useRef<HTMLElement>(null);
  useEffect(() => (banner.current ? reserveSpace(banner.current) : undefined), []);
  const accept = () => {
    setConsent('accepted');
    track('cookie_consent');
  };
  return (
    <section
      ref={banner}
      className={`${styles.banner} ${aboveBar ? styles.aboveBar : ''}`}
      aria-labelledby="consent-title"
      aria-describedby="consent-text"
    >
      <div className={styles.words}>
        <h2 id="consent-title">{strings.title}</h2>
        <p id="consent-text">{strings.text}</p>
      </div>
      <div className={styles.answers}>
        <Button onClick={() => setConsent('declined')}>{strings.decline}</Button>
        <Button onClick={accept}>{strings.accept}</Button>
      </div>
    </section>
  );
}

/** Lengthens the page by the height of `banner`, so that nothing stays hidden behind it. */
function reserveSpace(banner: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--consent', `${banner.offsetHeight + 24}px`));
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--consent');
  };
}
