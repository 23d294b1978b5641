import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { startWelcome } from '../features/welcome/start-welcome.ts';
import { Welcome } from '../features/welcome/welcome.tsx';
import { strings } from '../lib/strings.ts';

/** The landing page when reached from inside the app; otherwise it is served as a file (`landing.html`). */
export function WelcomeScreen() {
  const { history } = useRouter();
  useEffect(() => {
    const page = document.getElementById('root');
    return page ? startWelcome(page, { go: (address) => history.push(address) }) : undefined;
  }, [history]);
  return (
    <>
      <title>{strings.product}</title>
      <Welcome />
    </>
  );
}
