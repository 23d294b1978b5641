import { notifyError } from './messages.ts';
import { strings } from './strings.ts';

/**
 * What `load` loads, or undefined, with an error shown, when that failed. Without a network code may be missing; the
 * screen must not go with it. Browsers ask once for a module, so what failed stays missing until the page is reloaded.
 */
export async function loadOrNotify<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | undefined> {
  try {
    return await load();
  } catch {
    notifyError(strings.errors.partMissing, 0, { label: strings.errors.reload, onClick: () => location.reload() });
    return undefined;
  }
}
