import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is printed or shown with its print styles. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      // The browser prints the page as it is after this event handler returns.
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      hasBegun = false;
      setPrinting(false);
    };
    // Browsers switch between the styles of print and screen more than once before they have printed.
    const change = () => setPrinting(hasBegun || media.matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', change);
    };
  }, []);
  return isPrinting;
}
