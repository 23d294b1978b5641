import { strings } from '../lib/strings.ts';

/** The title of the browser tab; every one ends with the product's name. */
export function PageTitle({ children }: { children: string }) {
  return <title>{strings.pageTitle(children)}</title>;
}
