import { useEffect, useRef, useState } from 'react';
import { endIntention } from './intention.ts';
import { sayError } from './messages.ts';
import { accountId } from './session.ts';
import { isRefused, parseStored, readStored, writeStored } from './stored-value.ts';
import { strings } from './strings.ts';

const PREFIX = 'draft:';

/**
 * State that survives a reload and a logout, kept per person under `name` and the same in all tabs. `clear` forgets it
 * and goes back to `initial`. `restored` says whether something was found at the start.
 */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
): { draft: Draft; setDraft: (draft: Draft) => void; clear: () => void; restored: boolean } {
  const [key] = useState(() => `${PREFIX}${accountId()}:${name}`);
  const [start] = useState(() => parseDraft<Draft>(readStored(key)));
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...start }));
  const touched = useRef(false);
  useEffect(() => {
    if (touched.current && !writeStored(key, JSON.stringify(draft))) warnOfLoss();
  }, [key, draft]);
  const blank = useRef(initial);
  useEffect(() => {
    blank.current = initial;
  });
  useEffect(() => {
    const follow = ({ key: changed, newValue }: StorageEvent) => {
      if (changed !== key) return;
      touched.current = false;
      setDraft({ ...blank.current, ...parseDraft<Draft>(newValue) });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [key]);
  return {
    draft,
    restored: start !== undefined,
    setDraft: (next) => {
      touched.current = true;
      endIntention(name);
      setDraft(next);
    },
    clear: () => {
      touched.current = false;
      endIntention(name);
      writeStored(key, null);
      setDraft(initial);
    },
  };
}

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
