import type { JournalGraph } from '@anecdotes/contracts';
import { useEffect, useState } from 'react';
import type { Hull } from '../../graph/hulls.ts';
import { findPacked } from '../../graph/layout.ts';
import { place, type StoryGraph } from '../../graph/model.ts';
import type { Packed } from '../../graph/packed.ts';
import { hullsOf, journalGraph, type Story, storiesOf } from './journal-model.ts';

/** All chains in their places, with what is said about each. */
export type PackedJournal = { data: JournalGraph; graph: StoryGraph; packed: Packed; stories: Story[]; hulls: Hull[] };

/** Returns `data` as a graph in its places, the one before while a large one is being laid out. */
export function usePacked(data: JournalGraph | undefined): PackedJournal | undefined {
  const [journal, setJournal] = useState<PackedJournal>();
  useEffect(() => {
    if (!data) return;
    const controller = new AbortController();
    const graph = journalGraph(data);
    findPacked(graph, controller.signal).then(
      (packed) => {
        if (controller.signal.aborted) return;
        place(graph, packed.points);
        const stories = storiesOf(data, graph, packed);
        setJournal({ data, graph, packed, stories, hulls: hullsOf(packed, stories) });
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [data]);
  return journal;
}
