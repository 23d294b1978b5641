import { useEffect, useRef, useState } from 'react';
import { accountId } from './session.ts';
import { readStored, writeStored } from './stored-value.ts';

/**
 * State that survives a reload and a logout, kept per person under `name`. `clear` forgets it and goes back to
 * `initial`. `restored` says whether something was found at the start.
 */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
): { draft: Draft; setDraft: (draft: Draft) => void; clear: () => void; restored: boolean } {
  const [key] = useState(() => draftKey(name));
  const [start] = useState(() => readDraft<Draft>(key));
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...start }));
  const touched = useRef(false);
  useEffect(() => {
    if (touched.current) writeStored(key, JSON.stringify(draft));
  }, [key, draft]);
  return {
    draft,
    restored: start !== undefined,
    setDraft: (next) => {
      touched.current = true;
      setDraft(next);
    },
    clear: () => {
      touched.current = false;
      writeStored(key, null);
      setDraft(initial);
    },
  };
}

function draftKey(name: string): string {
  return `draft:${accountId()}:${name}`;
}

function readDraft<Draft>(key: string): Partial<Draft> | undefined {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as Partial<Draft>) : undefined;
  } catch {
    return undefined;
  }
}
