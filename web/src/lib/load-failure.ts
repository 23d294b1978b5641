import { notifyError } from './messages.ts';
import { strings } from './strings.ts';

/**
 * Shows that code of the app failed to load. Browsers ask once for a module, so what failed stays missing until the page
 * is reloaded; drafts survive that.
 */
export function notifyLoadFailed(): void {
  notifyError(strings.errors.partMissing, 0, { label: strings.errors.reload, onClick: () => location.reload() });
}
