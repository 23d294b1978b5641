import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Logo } from '../../ui/logo.tsx';
import styles from './install-prompt.module.css';
import { install, type Offer, offered, snooze } from './offer.ts';
import { installStrings as strings } from './strings.ts';

/**
 * Offers to install the app: with the browser's own prompt if there is one, else with instructions. Where there is no
 * room beside a banner at the bottom, the offer moves to the top.
 */
export function InstallPrompt({ besideBanner }: { besideBanner: boolean }) {
  const offer = useStore(offered);
  const [stage, setStage] = useState<'card' | 'steps' | 'hidden'>('card');
  const titleId = useId();
  useEffect(() => {
    const hide = () => setStage('hidden');
    window.addEventListener('appinstalled', hide);
    return () => window.removeEventListener('appinstalled', hide);
  }, []);

  const dismiss = () => {
    snooze();
    setStage('hidden');
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  const start = async (given: Offer) => {
    try {
      if (!(await install(given))) snooze();
      setStage('hidden');
    } catch {
      setStage('steps');
    }
  };
  const press = ({ key }: KeyboardEvent) => key === 'Escape' && dismiss();

  if (stage === 'hidden') return null;
  return (
    <>
      <section
        className={`${styles.card} sheet`}
        data-beside-banner={besideBanner || undefined}
        aria-labelledby={titleId}
        onKeyDown={press}
      >
        <Logo size={36} />
        <div>
          <h2 id={titleId} className={styles.title}>
            {strings.title}
          </h2>
          <p className={styles.text}>{strings.text}</p>
        </div>
        <div className={`${styles.answers} answers`}>
          <Button variant="quiet" onClick={dismiss}>
            {strings.later}
          </Button>
          {offer ? (
            <Button variant="accent" onClick={() => void start(offer)}>
              {strings.install}
            </Button>
          ) : (
            <Button variant="accent" onClick={() => setStage('steps')}>
              {strings.how}
            </Button>
          )}
        </div>
      </section>
      <Dialog open={stage === 'steps'} onClose={() => setStage('card')} title={strings.howTitle}>
        <div className={styles.ways}>
          {strings.steps.map(([where, steps]) => (
            <section key={where}>
              <h3>{where}</h3>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          ))}
        </div>
        <Button className={styles.done} onClick={() => setStage('card')}>
          {strings.done}
        </Button>
      </Dialog>
    </>
  );
}
