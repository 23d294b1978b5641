import { strings } from '../../lib/strings.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Benefits } from './benefits.tsx';
import { ConstellationFigure } from './constellation-figure.tsx';
import { Footer } from './footer.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { Steps } from './steps.tsx';
import { welcomeStrings as texts } from './strings.ts';
import { Voices } from './voices.tsx';
import styles from './welcome.module.css';

/**
 * The landing page, which is rendered to a file when the app is built: only elements, no behaviour. It contains both
 * the parts for guests and those for logged-in people; the style sheet shows one of them. `startWelcome` does the rest.
 */
export function Welcome() {
  return (
    <>
      <header className={`${styles.bar} row`}>
        <span className={styles.mark}>
          <Logo />
          <span>{strings.product}</span>
        </span>
        <nav className={`${styles.nav} row`} aria-label={strings.common.main}>
          <SignInLink opens="login" variant="quiet">
            {texts.signIn}
          </SignInLink>
          <Start />
        </nav>
      </header>
      <main id="main">
        <section className={styles.hero}>
          <ConstellationFigure />
          <div className={styles.words}>
            <h1 className={styles.title}>{texts.title}</h1>
            <p className={styles.lead}>{texts.lead}</p>
            <Start className={styles.start} />
            <Free />
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
          <Start className={styles.start} />
          <Free />
        </section>
      </main>
      <Footer />
    </>
  );
}

/** The main action: register, or open the journal when logged in. */
function Start({ className = '' }: { className?: string | undefined }) {
  return (
    <>
      <SignInLink opens="register" variant="accent" className={className}>
        {texts.start}
      </SignInLink>
      <a href="/dashboard" data-for="member" className={`${buttonClass('accent')} ${className}`}>
        {texts.open}
      </a>
    </>
  );
}

function Free() {
  return (
    <p data-for="guest" className={`${styles.small} secondary`}>
      {texts.free}
    </p>
  );
}
