import { accountId } from '../../lib/session.ts';
import { parseStored, readStored, writeStored } from '../../lib/stored-value.ts';

const MOST = 12_000;

/** The samples that this browser has added to the person's journal, as far as it could keep that. */
export function rememberedSamples(): string[] {
  const ids = parseStored(readStored(key()));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** Keeps `ids` instead of what was remembered. */
export function rememberSamples(ids: readonly string[]): void {
  writeStored(key(), ids.length === 0 ? null : JSON.stringify(ids.slice(-MOST)));
}

function key(): string {
  return `samples_${accountId()}`;
}
