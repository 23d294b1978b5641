import { strings } from '../../lib/strings.ts';
import { welcomeStrings as texts } from '../../lib/welcome-strings.ts';
import { Mark } from '../../ui/mark.tsx';
import { Benefits } from './benefits.tsx';
import { Constellation } from './constellation.tsx';
import { Footer } from './footer.tsx';
import { Steps } from './steps.tsx';
import { ToSignIn } from './to-sign-in.tsx';
import { Voices } from './voices.tsx';
import styles from './welcome.module.css';

/** The landing page. */
export function Welcome() {
  return (
    <>
      <header className={styles.bar}>
        <span className={styles.mark}>
          <Mark />
          <span>{strings.product}</span>
        </span>
        <nav className={styles.nav} aria-label={strings.frame.main}>
          <ToSignIn look="quiet">{texts.signIn}</ToSignIn>
          <ToSignIn look="accent">{texts.start}</ToSignIn>
        </nav>
      </header>
      <main id="main">
        <section className={styles.hero}>
          <Constellation />
          <div className={styles.words}>
            <h1 className={styles.title}>{texts.title}</h1>
            <p className={styles.lead}>{texts.lead}</p>
            <ToSignIn look="accent" className={styles.start}>
              {texts.start}
            </ToSignIn>
            <p className={styles.small}>{texts.free}</p>
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
          <ToSignIn look="accent" className={styles.start}>
            {texts.start}
          </ToSignIn>
          <p className={styles.small}>{texts.free}</p>
        </section>
      </main>
      <Footer />
    </>
  );
}
