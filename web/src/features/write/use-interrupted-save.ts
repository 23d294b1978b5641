import { useEffect, useEffectEvent, useState } from 'react';
import { interruptedSave } from '../../lib/pending-save.ts';
import type { Creation, Edit } from './commands.ts';
import type { Split } from './use-split.ts';

/** The saves of the forms, by the kind under which they are stored. */
type Saves = { create: Creation; edit: Edit; split: Split };
type Finish = { readonly [Kind in keyof Saves]?: (save: Saves[Kind]) => void };
type Interrupted<Kind extends keyof Saves> = { kind: Kind; save: Saves[Kind] };

/**
 * Sends the save of the draft in `slot` again if it was interrupted when its page was left; `finish` has a function for
 * each kind of save. `wasRestored` is true once a draft was restored, perhaps that of a closed tab. Returns true until
 * the save is sent again.
 */
export function useInterruptedSave(slot: string, wasRestored: boolean, finish: Finish): boolean {
  const [interrupted, setInterrupted] = useState(() => interruptedIn(slot));
  const send = useEffectEvent((save: Interrupted<keyof Saves>) => finishSave(finish, save));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored draft may bring its interrupted save
  useEffect(() => setInterrupted(interruptedIn(slot)), [slot, wasRestored]);
  useEffect(() => {
    if (!interrupted) return;
    // In a task of its own, because a mutation that is started while its component mounts loses its callbacks.
    const timer = setTimeout(() => {
      send(interrupted);
      setInterrupted(undefined);
    });
    return () => clearTimeout(timer);
  }, [interrupted]);
  return interrupted !== undefined;
}

function interruptedIn(slot: string) {
  return interruptedSave(slot) as Interrupted<keyof Saves> | undefined;
}

function finishSave<Kind extends keyof Saves>(finish: Finish, { kind, save }: Interrupted<Kind>): void {
  finish[kind]?.(save);
}
