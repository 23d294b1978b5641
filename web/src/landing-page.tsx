import './fonts/english.css';
import './styles/base.css';
import './styles/tokens.css';
import './styles/landing.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { ConsentSheet } from './features/consent/consent-sheet.tsx';
import { Welcome } from './features/welcome/welcome.tsx';

/**
 * The markup of the landing page; `build/landing-page.ts` writes it into `landing.html` with the styles that it needs.
 *
 * @public read from what the build makes of this file, where no import leads
 */
export const markup = renderToStaticMarkup(
  <>
    <ConsentSheet />
    <Welcome />
    <div aria-live="polite" data-install />
  </>,
);
