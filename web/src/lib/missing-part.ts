import { sayError } from './messages.ts';
import { strings } from './strings.ts';

/**
 * Says that code of the app did not come. Browsers ask once for a module, so what failed stays missing until the page
 * is loaded anew; drafts outlive that.
 */
export function sayPartMissing(): void {
  sayError(strings.errors.partMissing, 0, { label: strings.errors.reload, onClick: () => location.reload() });
}
