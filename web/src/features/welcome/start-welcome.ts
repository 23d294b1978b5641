import { track } from '../../lib/analytics.ts';
import { consent } from '../../lib/analytics-consent.ts';
import { onSessionChange, token } from '../../lib/session.ts';
import { animate } from './constellation.ts';

/** The ways to leave the landing page: `go` opens an address, `prepare` preloads one that may be opened soon. */
type Navigation = { go: (address: string) => void; prepare?: (address: string) => void };

/**
 * Adds the behaviour of the landing page to the elements in `page`: its links, its dots, and the button that asks about
 * cookies again. It needs neither React nor the router. Returns a function that removes it.
 */
export function startWelcome(page: HTMLElement, { go, prepare }: Navigation): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  page.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element)) return;
      if (event.target.closest('[data-cookie-settings]')) consent.set(null);
      const address = addressOf(event.target);
      if (address === undefined || !isPlain(event)) return;
      event.preventDefault();
      if (address.startsWith('/auth')) track('auth_navigation');
      go(address);
    },
    { signal },
  );
  for (const sign of ['pointerover', 'touchstart', 'focusin'] as const) {
    const listen = ({ target }: Event) => {
      const address = target instanceof Element ? addressOf(target) : undefined;
      if (address !== undefined) prepare?.(address);
    };
    page.addEventListener(sign, listen, { signal, passive: true });
  }
  const sky = page.querySelector<SVGSVGElement>('[data-sky]');
  const stops = [sky && animate(sky), markSession(), () => controller.abort()];
  return () => {
    for (const stop of stops) stop?.();
  };
}

/** Keeps an attribute that says whether a person is logged in. The style sheet shows or hides elements by it. */
function markSession(): () => void {
  const mark = () => document.documentElement.toggleAttribute('data-signed-in', token() !== null);
  mark();
  return onSessionChange(mark);
}

function addressOf(target: Element): string | undefined {
  return target.closest<HTMLAnchorElement>('a[href^="/"]')?.getAttribute('href') ?? undefined;
}

/** True unless the person opens the link in another tab or window. */
function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
