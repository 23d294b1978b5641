import { useEffect, useRef, useState } from 'react';
import { type InterruptedSave, interruptedSave } from '../../lib/pending-save.ts';

/**
 * Sends the save of the draft in `slot` again if it was interrupted when its page was left; `finish` has a function for
 * each kind of save. `wasRestored` is true once a draft was restored, perhaps that of a closed tab. Returns true until
 * the save is sent again.
 */
export function useInterruptedSave(
  slot: string,
  wasRestored: boolean,
  finish: Readonly<Record<string, (save: never) => void>>,
): boolean {
  const [interrupted, setInterrupted] = useState<InterruptedSave | undefined>(() => interruptedSave(slot));
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored draft may bring its interrupted save
  useEffect(() => setInterrupted(interruptedSave(slot)), [slot, wasRestored]);
  useEffect(() => {
    if (!interrupted) return;
    // In a task of its own, because a mutation that is started while its component mounts loses its callbacks.
    const timer = setTimeout(() => {
      latest.current[interrupted.kind]?.(interrupted.save as never);
      setInterrupted(undefined);
    });
    return () => clearTimeout(timer);
  }, [interrupted]);
  return interrupted !== undefined;
}
