import { createRoot } from 'react-dom/client';
import { consent } from '../../lib/analytics-consent.ts';
import { useStore } from '../../lib/use-store.ts';
import { InstallPrompt } from './install-prompt.tsx';

/** Shows the prompt in `container`, on a page outside of the app. Returns a function that removes it. */
export function showInstallPrompt(container: HTMLElement): () => void {
  const root = createRoot(container);
  root.render(<Prompt />);
  return () => root.unmount();
}

function Prompt() {
  return <InstallPrompt besideBanner={useStore(consent) === null} />;
}
