import type { Ref } from 'react';
import type { Consent } from '../../lib/analytics-consent.ts';
import { Button } from '../../ui/button.tsx';
import styles from './consent-banner.module.css';
import { consentStrings as strings } from './strings.ts';

type ConsentSheetProps = {
  ref?: Ref<HTMLElement>;
  aboveBar?: boolean;
  onChoice?: (choice: NonNullable<Consent>) => void;
};

/** Asks whether usage may be counted, with two buttons. A page that is rendered at build time has no `onChoice`. */
export function ConsentSheet({ ref, aboveBar = false, onChoice }: ConsentSheetProps) {
  return (
    <section
      ref={ref}
      className={`${styles.banner} ${aboveBar ? styles.aboveBar : ''} sheet`}
      data-consent
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
        <Button data-choice="declined" onClick={() => onChoice?.('declined')}>
          {strings.decline}
        </Button>
        <Button data-choice="accepted" onClick={() => onChoice?.('accepted')}>
          {strings.accept}
        </Button>
      </div>
    </section>
  );
}
