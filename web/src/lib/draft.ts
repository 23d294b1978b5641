import { useEffect, useState, useSyncExternalStore } from 'react';
import { delay } from './delay.ts';
import { notifyError } from './messages.ts';
import { dropPendingSave, isPendingSave, movePendingSave } from './pending-save.ts';
import { accountId } from './session.ts';
import { isRefused, parseStored, readStored, storedKeys, writeStored } from './stored-value.ts';
import { strings } from './strings.ts';
import { checkOpenTabs, forgetLeaving, leftAt, rememberLeaving, tabId } from './tab.ts';

const PREFIX = 'draft:';

/** A tab that was left less than this ago may be reloading. */
const RELOAD_MS = 5_000;

type DraftState<Draft> = {
  /** Identifies the draft of this person, form and tab. */
  slot: string;
  draft: Draft;
  /** True once something was changed. */
  touched: boolean;
  /** True if the draft contains text that would be lost. */
  hasText: boolean;
  /** True for a draft that existed when the form was opened, and was not carried over. */
  wasRestored: boolean;
  /** Changes a part of the draft; a function gets the current draft. */
  setDraft: (part: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;
  /** Call it before another screen opens the same draft, which then does not count as restored. */
  carryOver: () => void;
  /** Deletes the draft. Returns a function that restores it. */
  clear: () => () => void;
  /** Deletes the draft after it was saved under the given key, unless it was changed since. */
  clearIfSaved: (key: string) => void;
  /** Replaces the draft after a save with what `unsavedPart` returns of it; undefined keeps all. */
  removeSaved: (unsavedPart: (draft: Draft) => Draft | undefined) => void;
};

/**
 * The draft of the form `name`, stored per person and tab; it survives a reload and a log-out, and is `initial` while
 * nothing was typed. The draft of a closed tab is adopted by the next tab that opens the form with nothing typed.
 * `base` is stored with the first change: the version that is being edited.
 */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
  base: Partial<Draft> = {},
): DraftState<Draft> {
  const [form] = useState(() => `${accountId()}:${name}`);
  const slot = `${form}:${tabId}`;
  const kept = useSyncExternalStore(subscribe, () => currentDraft(slot)) as Partial<Draft> | undefined;
  const [wasRestored, setRestored] = useState(hasText(kept) && carried !== slot);
  useEffect(() => {
    carried = undefined;
    const unmounted = new AbortController();
    void adoptDraft(form, slot, unmounted.signal).then((isAdopted) => isAdopted && setRestored(true));
    return () => {
      unmounted.abort();
      openDrafts.delete(slot);
    };
  }, [form, slot]);
  const clear = () => {
    const before = currentDraft(slot);
    const resume = storeDraft(slot, undefined);
    setRestored(false);
    return () => {
      const typedSince = currentDraft(slot);
      if (typedSince === before) return;
      if (hasText(typedSince)) writeStored(`${PREFIX}${form}:${Date.now()}`, JSON.stringify(typedSince));
      storeDraft(slot, before);
      resume();
    };
  };
  return {
    slot,
    draft: { ...initial, ...kept },
    touched: kept !== undefined,
    hasText: hasText(kept),
    wasRestored: wasRestored && hasText(kept),
    setDraft: (part) => {
      const before = { ...initial, ...currentDraft(slot) };
      const next = { ...base, ...currentDraft(slot), ...(typeof part === 'function' ? part(before) : part) };
      if (isSame({ ...initial, ...next }, initial)) clear();
      else storeDraft(slot, next);
    },
    carryOver: () => {
      if (!wasRestored) carried = slot;
    },
    clear,
    clearIfSaved: (key) => {
      if (isPendingSave(slot, key)) clear();
    },
    removeSaved: (unsavedPart) => {
      const current = currentDraft(slot);
      const rest = current && unsavedPart({ ...initial, ...current });
      if (rest === undefined) return;
      setRestored(false);
      if (isSame(rest, initial)) clear();
      else storeDraft(slot, rest);
    },
  };
}

/** Reads the draft that the form `name` would show in this tab: its own, or the newest of a closed tab. */
export async function findDraft(name: string): Promise<object | undefined> {
  const form = `${accountId()}:${name}`;
  const slots = draftsBeside(form, '').sort();
  if (slots.length === 0) return undefined;
  let found = slots.find((slot) => tabOf(form, slot) === tabId);
  await checkOpenTabs((isOpen) => {
    found ??= slots.findLast((slot) => !isOpen(tabOf(form, slot)));
  });
  return found === undefined ? undefined : parseDraft(readStored(PREFIX + found));
}

/** The slot of the draft that was carried over to the form that opens next. */
let carried: string | undefined;

/** The current drafts of the open forms, since storage may be full, or emptied by another tab. */
const openDrafts = new Map<string, object | undefined>();
const listeners = new Set<() => void>();

window.addEventListener('pagehide', () => {
  if (storedKeys(PREFIX).some((key) => key.endsWith(`:${tabId}`))) rememberLeaving();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentDraft(slot: string): object | undefined {
  if (!openDrafts.has(slot)) openDrafts.set(slot, parseDraft(readStored(PREFIX + slot)));
  return openDrafts.get(slot);
}

/** Stores or deletes the draft, and drops its pending save. Returns a function that restores the pending save. */
function storeDraft(slot: string, draft: object | undefined): () => void {
  const resume = dropPendingSave(slot);
  openDrafts.set(slot, draft);
  const isStored = writeStored(PREFIX + slot, draft === undefined ? null : JSON.stringify(draft));
  if (draft !== undefined && !isStored) warnNotStored();
  for (const listener of listeners) listener();
  return resume;
}

/**
 * Moves the newest draft of a closed tab into `slot`, with its pending save. True if there was one. Retries for 10 s: a
 * tab that is closing may still count as open, and one that was just left may be reloading. A tab that is left after
 * this form was opened is ignored: the person may want its draft in the tab that they open next.
 */
async function adoptDraft(form: string, slot: string, signal: AbortSignal): Promise<boolean> {
  const opened = Date.now();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (attempt > 0) await delay(RELOAD_MS);
    if (signal.aborted || hasText(currentDraft(slot)) || draftsBeside(form, slot).length === 0) return false;
    let isAdopted = false;
    await checkOpenTabs((isOpen) => {
      if (signal.aborted) return;
      const abandoned = draftsBeside(form, slot).filter((other) => {
        const tab = tabOf(form, other);
        const left = leftAt(tab);
        return !isOpen(tab) && left <= opened && left <= Date.now() - RELOAD_MS;
      });
      const newest = abandoned.sort().at(-1);
      if (newest === undefined || hasText(currentDraft(slot))) return;
      const draft = parseDraft(readStored(PREFIX + newest));
      writeStored(PREFIX + newest, null);
      storeDraft(slot, draft);
      movePendingSave(newest, slot);
      forgetLeaving(tabOf(form, newest));
      isAdopted = true;
    });
    if (isAdopted) return true;
  }
  return false;
}

/** The other slots of `form` that contain text. Older versions kept one draft for all tabs, in a slot without a tab. */
function draftsBeside(form: string, slot: string): string[] {
  return storedKeys(PREFIX + form)
    .map((key) => key.slice(PREFIX.length))
    .filter((other) => other !== slot && (other === form || other.startsWith(`${form}:`)))
    .filter((other) => hasText(parseDraft(readStored(PREFIX + other))));
}

/** The tab of `slot`; empty for the draft of an older version. */
function tabOf(form: string, slot: string): string {
  return slot.slice(form.length + 1);
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

/** Shows an error once after storage refused a draft, and asks before the page is left while a draft is not stored. */
function warnNotStored(): void {
  if (hasWarned) return;
  hasWarned = true;
  notifyError(strings.errors.draftNotKept);
  window.addEventListener('beforeunload', (event) => {
    if (isRefused(PREFIX)) event.preventDefault();
  });
}
