import { notifyError } from './messages.ts';
import { strings } from './strings.ts';

/**
 * Returns what `load` loads; if that fails, shows an error and returns undefined, so that the screen survives code that
 * is missing offline. Browsers request a module only once: after a failure it stays missing until the page is reloaded.
 */
export async function loadOrNotify<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | undefined> {
  try {
    return await load();
  } catch {
    const action = { label: strings.errors.reload, onClick: () => location.reload() };
    notifyError(strings.errors.partMissing, { action });
    return undefined;
  }
}
