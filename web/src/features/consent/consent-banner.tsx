import { useEffect, useRef } from 'react';
import { track } from '../../lib/analytics.ts';
import { consent } from '../../lib/analytics-consent.ts';
import { publishHeight } from '../../lib/publish-height.ts';
import { Button } from '../../ui/button.tsx';
import styles from './consent-banner.module.css';
import { consentStrings as strings } from './strings.ts';

/** Asks once whether uses may be counted. No dialog: whatever lies behind goes on, and can be scrolled out from under. */
export function ConsentBanner({ aboveBar }: { aboveBar: boolean }) {
  const banner = useRef<HTMLElement>(null);
  // Makes the page longer by the height of the banner, so that nothing stays hidden behind it.
  useEffect(() => (banner.current ? publishHeight(banner.current, '--consent', 24) : undefined), []);
  const accept = () => {
    consent.set('accepted');
    track('cookie_consent');
  };
  return (
    <section
      ref={banner}
      className={`${styles.banner} ${aboveBar ? styles.aboveBar : ''} sheet`}
      aria-labelledby="consent-title"
      aria-describedby="consent-text"
    >
      <div className={styles.words}>
        <h2 id="consent-title">{strings.title}</h2>
        <p id="consent-text" className="secondary">
          {strings.text}
        </p>
      </div>
      <div className={styles.answers}>
        <Button onClick={() => consent.set('declined')}>{strings.decline}</Button>
        <Button onClick={accept}>{strings.accept}</Button>
      </div>
    </section>
  );
}
