import { Welcome } from '../features/welcome/welcome.tsx';
import { strings } from '../lib/strings.ts';

export function WelcomeScreen() {
  return (
    <>
      <title>{strings.product}</title>
      <Welcome />
    </>
  );
}
