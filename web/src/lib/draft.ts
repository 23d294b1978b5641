import { useEffect, useState, useSyncExternalStore } from 'react';
import { sayError } from './messages.ts';
import { endIntention, isIntended, moveIntention } from './pending-save.ts';
import { accountId } from './session.ts';
import { isRefused, parseStored, readStored, storedKeys, writeStored } from './stored-value.ts';
import { strings } from './strings.ts';
import { tabName, withOpenTabs } from './tab.ts';

const PREFIX = 'draft:';

type DraftState<Draft> = {
  /** Names the draft of this person, form and tab. */
  slot: string;
  draft: Draft;
  /** True once something was changed. */
  touched: boolean;
  /** True once there are words that would be lost. */
  hasText: boolean;
  /** True for a draft that was there when the form was opened. */
  restored: boolean;
  /** Changes a part of the draft, as it is at that moment. */
  setDraft: (part: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;
  /** Forgets the draft. Returns how to bring it back. */
  clear: () => () => void;
  /** Forgets the draft after it was saved under the given key, unless it was changed since. */
  settle: (key: string) => void;
};

/**
 * What the person typed into the form called `name`, kept over a reload and a log-out, per person and tab; `initial` as
 * long as nothing was typed. What a tab left behind when it was closed is taken over by the next tab that opens the
 * form with nothing typed. `seen` is kept with the first change: what a change is made on.
 */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
  seen: Partial<Draft> = {},
): DraftState<Draft> {
  const [form] = useState(() => `${accountId()}:${name}`);
  const slot = `${form}:${tabName}`;
  const kept = useSyncExternalStore(subscribe, () => current(slot)) as Partial<Draft> | undefined;
  const [restored, setRestored] = useState(kept !== undefined);
  useEffect(() => {
    void takeOver(form, slot).then((isTaken) => isTaken && setRestored(true));
    return () => void held.delete(slot);
  }, [form, slot]);
  const clear = () => {
    const before = current(slot);
    const resume = keep(slot, undefined);
    setRestored(false);
    return () => {
      const typedSince = current(slot);
      if (typedSince === before) return;
      if (hasText(typedSince)) writeStored(`${PREFIX}${form}:${Date.now()}`, JSON.stringify(typedSince));
      keep(slot, before);
      resume();
    };
  };
  return {
    slot,
    draft: { ...initial, ...kept },
    touched: kept !== undefined,
    hasText: hasText(kept),
    restored: restored && hasText(kept),
    setDraft: (part) => {
      const before = { ...initial, ...current(slot) };
      const next = { ...seen, ...current(slot), ...(typeof part === 'function' ? part(before) : part) };
      if (isSame({ ...initial, ...next }, initial)) clear();
      else keep(slot, next);
    },
    clear,
    settle: (key) => {
      if (isIntended(slot, key)) clear();
    },
  };
}

/** The drafts of the forms that are open, as they were typed; storage may be full, or emptied by another tab. */
const held = new Map<string, object | undefined>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(slot: string): object | undefined {
  if (!held.has(slot)) held.set(slot, parseDraft(readStored(PREFIX + slot)));
  return held.get(slot);
}

/** Keeps `draft`, or forgets what was kept. Returns how to resume what was meant to be saved before. */
function keep(slot: string, draft: object | undefined): () => void {
  const resume = endIntention(slot);
  held.set(slot, draft);
  const isKept = writeStored(PREFIX + slot, draft === undefined ? null : JSON.stringify(draft));
  if (draft !== undefined && !isKept) warnOfLoss();
  for (const listener of listeners) listener();
  return resume;
}

/** Moves the newest draft of a closed tab into `slot`, with what was meant to be saved of it. True when there was one. */
async function takeOver(form: string, slot: string): Promise<boolean> {
  // Older versions kept one draft for all tabs, without the name of a tab.
  const others = () =>
    storedKeys(PREFIX + form)
      .map((key) => key.slice(PREFIX.length))
      .filter((other) => other !== slot && (other === form || other.startsWith(`${form}:`)))
      .filter((other) => hasText(parseDraft(readStored(PREFIX + other))));
  if (hasText(current(slot)) || others().length === 0) return false;
  let isTaken = false;
  await withOpenTabs((isOpen) => {
    const left = others().filter((other) => !isOpen(other.slice(form.length + 1)));
    const newest = left.sort().at(-1);
    if (newest === undefined || hasText(current(slot))) return;
    const draft = parseDraft(readStored(PREFIX + newest));
    writeStored(PREFIX + newest, null);
    keep(slot, draft);
    moveIntention(newest, slot);
    isTaken = true;
  });
  return isTaken;
}

function parseDraft(text: string | null): object | undefined {
  const stored = parseStored(text);
  return typeof stored === 'object' && stored !== null ? stored : undefined;
}

function hasText(draft: object | undefined): boolean {
  return Object.values(draft ?? {}).some((value) => typeof value === 'string' && value.trim() !== '');
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
