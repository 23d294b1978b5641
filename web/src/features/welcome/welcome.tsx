import { Link } from '@tanstack/react-router';
import { strings } from '../../lib/strings.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Constellation } from './constellation.tsx';
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
          <Link to="/auth" className={buttonClass('quiet')}>
            {strings.welcome.signIn}
          </Link>
          <Link to="/auth" className={buttonClass('accent')}>
            {strings.welcome.start}
          </Link>
        </nav>
      </header>
      <main id="main">
        <section className={styles.hero}>
          <Constellation />
          <div className={styles.words}>
            <h1 className={styles.title}>{strings.welcome.title}</h1>
            <p className={styles.lead}>{strings.welcome.lead}</p>
            <Link to="/auth" className={`${buttonClass('accent')} ${styles.start}`}>
              {strings.welcome.start}
            </Link>
            <p className={styles.small}>{strings.welcome.noCard}</p>
          </div>
        </section>
        <section className={`page ${styles.how}`}>
          <h2 className="hidden">{strings.welcome.stepsTitle}</h2>
          <ol className={styles.steps}>
            {strings.welcome.steps.map(([ordinal, name, text]) => (
              <li key={name}>
                <span className={styles.ordinal}>{ordinal}</span>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </main>
    </>
  );
}
