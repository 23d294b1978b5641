import { useEffect, useState } from 'react';
import { endIntention } from './intention.ts';
import { sayError } from './messages.ts';
import { accountId } from './session.ts';
import { isRefused, parseStored, readStored, writeStored } from './stored-value.ts';
import { strings } from './strings.ts';

const PREFIX = 'draft:';

/**
 * What the person typed into a form, kept under `name` over a reload and a logout, per person and the same in all tabs;
 * `initial` as long as nothing was typed. `clear` forgets what was. `restored` says whether it was found at the start.
 */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
): { draft: Draft; touched: boolean; restored: boolean; setDraft: (draft: Partial<Draft>) => void; clear: () => void } {
  const [key] = useState(() => `${PREFIX}${accountId()}:${name}`);
  const [{ kept, restored }, setKept] = useState<Kept<Draft>>(() => {
    const found = parseDraft<Draft>(readStored(key));
    return { kept: found, restored: found !== undefined };
  });
  useEffect(() => {
    const follow = ({ key: changed, newValue }: StorageEvent) => {
      if (changed !== key) return;
      const kept = parseDraft<Draft>(newValue);
      setKept((before) => ({ kept, restored: before.restored && kept !== undefined }));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [key]);
  return {
    draft: { ...initial, ...kept },
    touched: kept !== undefined,
    restored,
    setDraft: (next) => {
      endIntention(name);
      setKept({ kept: next, restored });
      if (!writeStored(key, JSON.stringify(next))) warnOfLoss();
    },
    clear: () => {
      endIntention(name);
      setKept({ kept: undefined, restored: false });
      writeStored(key, null);
    },
  };
}

type Kept<Draft> = { kept: Partial<Draft> | undefined; restored: boolean };

function parseDraft<Draft>(text: string | null): Partial<Draft> | undefined {
  const stored = parseStored(text);
  return typeof stored === 'object' && stored !== null ? (stored as Partial<Draft>) : undefined;
}

let hasWarned = false;

/** Storage refused a draft: says so once, and asks before the page is left as long as that is so. */
function warnOfLoss(): void {
  if (hasWarned) return;
  hasWarned = true;
  sayError(strings.errors.draftNotKept);
  window.addEventListener('beforeunload', (event) => {
    if (isRefused(PREFIX)) event.preventDefault();
  });
}
