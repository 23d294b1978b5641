import { notify, notifyError } from '../../lib/messages.ts';
import { readStrings } from './strings.ts';

/** Hands the address of the page to what the person chooses; where the browser has no such choice, copies it. */
export async function shareAddress(): Promise<void> {
  const url = location.href;
  try {
    // Not every browser has it.
    if (typeof navigator.share === 'function') return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    notify(readStrings.copied);
  } catch (error) {
    // The person chose nothing.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    notifyError(readStrings.copyFailed);
  }
}
