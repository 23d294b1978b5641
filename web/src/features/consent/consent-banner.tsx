import { useEffect, useRef } from 'react';
import { publishHeight } from '../../lib/publish-height.ts';
import { choose } from './choose.ts';
import { ConsentSheet } from './consent-sheet.tsx';

/** Asks once whether usage may be counted. It is not modal: the page behind stays usable and can be scrolled clear. */
export function ConsentBanner({ aboveBar }: { aboveBar: boolean }) {
  const banner = useRef<HTMLElement>(null);
  // Makes the page longer by the height of the banner, so that nothing stays hidden behind it.
  useEffect(() => (banner.current ? publishHeight(banner.current, '--consent', 24) : undefined), []);
  return <ConsentSheet ref={banner} aboveBar={aboveBar} onChoice={choose} />;
}
