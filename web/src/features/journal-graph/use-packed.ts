import type { JournalGraph } from '@anecdotes/contracts';
import { useEffect, useState } from 'react';
import { findPacked } from '../../graph/layout.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { type PackedJournal, packJournal, skeletonOf } from './journal-model.ts';

/** Returns `data` as a laid-out graph (the previous one during a layout), and whether the layout failed. */
export function usePacked(data: JournalGraph | undefined): { journal: PackedJournal | undefined; hasFailed: boolean } {
  const [journal, setJournal] = useState<PackedJournal>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!data) return;
    const controller = new AbortController();
    const { signal } = controller;
    findPacked(skeletonOf(data), signal)
      .then((layout) => inSlices(packJournal(data, layout), signal))
      .then(
        (packed) => {
          if (signal.aborted) return;
          setJournal(packed);
          setHasFailed(false);
        },
        () => {
          if (!signal.aborted) setHasFailed(true);
        },
      );
    return () => controller.abort();
  }, [data]);
  return { journal, hasFailed };
}
