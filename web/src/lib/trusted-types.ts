/** The part of the browser's `trustedTypes` that is used here; TypeScript does not declare it. */
type TrustedTypes = { createPolicy(name: 'default', rules: typeof trusted): unknown };

/** All markup that is written as text, by Leaflet: its test for SVG, the signs on its buttons, and an empty marker. */
const markup = new Set([
  '<svg/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
  '<span aria-hidden="true">&#215;</span>',
  '',
]);

/** The service worker, and the worker that lays out graphs. */
const workers = /^\/(?:sw|assets\/layout-worker-[\w-]+)\.js$/;

/** Decides about text that would become markup or the address of a script; null lets the browser refuse it. */
export const trusted = {
  createHTML: (text: string): string | null => (markup.has(text) ? text : null),
  createScriptURL(address: string): string | null {
    const { origin, pathname, search } = new URL(address, location.origin);
    return origin === location.origin && search === '' && workers.test(pathname) ? address : null;
  },
};

/**
 * Makes the browser check by `trusted` whatever a script writes as markup or runs as a script. It does so only under a
 * content security policy with `require-trusted-types-for`, and refuses a second policy.
 */
export function enforceTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', trusted);
}
