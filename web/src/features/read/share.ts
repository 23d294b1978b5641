import { notify, notifyError } from '../../lib/messages.ts';
import { readStrings } from './strings.ts';

/** Shares the address of the page with the share dialog of the browser, or copies it where there is none. */
export async function shareAddress(): Promise<void> {
  const url = location.href;
  try {
    // Not every browser has a share dialog.
    if (typeof navigator.share === 'function') return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    notify(readStrings.copied);
  } catch (error) {
    // The person closed the share dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    notifyError(readStrings.copyFailed);
  }
}
