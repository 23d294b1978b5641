import { consent } from '../../lib/analytics-consent.ts';
import { publishHeight } from '../../lib/publish-height.ts';
import { choose } from './choose.ts';

/** Shows `banner` of a page that is rendered at build time until a choice is made. Returns a function that stops it. */
export function startConsentBanner(banner: HTMLElement): () => void {
  let stopPublishing: (() => void) | undefined;
  const show = () => {
    const isAsked = consent.get() === null;
    document.documentElement.toggleAttribute('data-undecided', isAsked);
    if (isAsked) stopPublishing ??= publishHeight(banner, '--consent', 24);
    else {
      stopPublishing?.();
      stopPublishing = undefined;
    }
  };
  const press = ({ target }: Event) => {
    const choice = target instanceof Element && target.closest<HTMLElement>('[data-choice]')?.dataset.choice;
    if (choice === 'accepted' || choice === 'declined') choose(choice);
  };
  show();
  banner.addEventListener('click', press);
  const unsubscribe = consent.subscribe(show);
  return () => {
    stopPublishing?.();
    banner.removeEventListener('click', press);
    unsubscribe();
  };
}
