import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { onSessionChange, token } from '../../lib/session.ts';
import { strings } from '../../lib/strings.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Benefits } from './benefits.tsx';
import { Constellation } from './constellation.tsx';
import { Footer } from './footer.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { Steps } from './steps.tsx';
import { welcomeStrings as texts } from './strings.ts';
import { Voices } from './voices.tsx';
import styles from './welcome.module.css';

/** The landing page. */
export function Welcome() {
  const isSignedIn = useSyncExternalStore(onSessionChange, () => token() !== null);
  return (
    <>
      <title>{strings.product}</title>
      <header className={`${styles.bar} row`}>
        <span className={styles.mark}>
          <Logo />
          <span>{strings.product}</span>
        </span>
        <nav className={`${styles.nav} row`} aria-label={strings.common.main}>
          {isSignedIn || (
            <SignInLink opens="login" variant="quiet">
              {texts.signIn}
            </SignInLink>
          )}
          <Start isSignedIn={isSignedIn} />
        </nav>
      </header>
      <main id="main">
        <section className={styles.hero}>
          <Constellation />
          <div className={styles.words}>
            <h1 className={styles.title}>{texts.title}</h1>
            <p className={styles.lead}>{texts.lead}</p>
            <Start isSignedIn={isSignedIn} className={styles.start} />
            {isSignedIn || <p className={`${styles.small} secondary`}>{texts.free}</p>}
          </div>
        </section>
        <Steps />
        <Benefits />
        <Voices />
        <section className={styles.closing}>
          <h2>
            {texts.closing.title}
            <span className={styles.caret} aria-hidden="true" />
          </h2>
          <p className={styles.lead}>{texts.closing.lead}</p>
          <Start isSignedIn={isSignedIn} className={styles.start} />
          {isSignedIn || <p className={`${styles.small} secondary`}>{texts.free}</p>}
        </section>
      </main>
      <Footer />
    </>
  );
}

/** The one thing to do: register, or go on where one has an account already. */
function Start({ isSignedIn, className = '' }: { isSignedIn: boolean; className?: string | undefined }) {
  if (!isSignedIn) {
    return (
      <SignInLink opens="register" variant="accent" className={className}>
        {texts.start}
      </SignInLink>
    );
  }
  return (
    <Link to="/dashboard" className={`${buttonClass('accent')} ${className}`}>
      {texts.open}
    </Link>
  );
}
