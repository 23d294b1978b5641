import { strings } from '../lib/strings.ts';

/** The title of the browser tab, followed by the product's name. */
export function PageTitle({ children }: { children: string }) {
  return <title>{strings.pageTitle(children)}</title>;
}
