import { useMemo, useState } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { useLinkChange } from '../../anecdote/link.ts';
import { useOpenAnecdote } from '../../anecdote/use-open-anecdote.ts';
import type { Frame } from '../../graph/display.ts';
import { GraphFigure } from '../../graph/graph-figure.tsx';
import { nextInChains } from '../../graph/walk-chains.ts';
import { format } from '../../lib/format.ts';
import type { PackedJournal } from './journal-model.ts';
import { NodeText } from './node-text.tsx';
import { journalGraphStrings as strings } from './strings.ts';
import { TimeSlider } from './time-slider.tsx';

const FRAME: Frame = { fit: true, zoom: [1, 40] };
/** Pixels of a saved picture for each unit of the graph. */
const SAVED_SCALE = 64;

type JournalPictureProps = {
  journal: PackedJournal;
  /** The anecdote under the pointer in the list beside the graph. */
  pointed: string | undefined;
  onLost: () => void;
};

/** All chains drawn with WebGL, with a slider for the time until which they are shown. */
export function JournalPicture({ journal, pointed, onLost }: JournalPictureProps) {
  const { data, graph, chains, listedChains, hulls } = journal;
  const open = useOpenAnecdote();
  const [wantedUntil, setUntil] = useState<number>();
  const indexes = useMemo(() => new Map(data.ids.map((id, index) => [id, index])), [data]);
  const times = useMemo(() => graph.mapNodes((_, { time }) => time).sort((a, b) => a - b), [graph]);
  // A filter may leave only later anecdotes; then the first one is shown.
  const until = wantedUntil && Math.max(wantedUntil, times[0] ?? wantedUntil);
  const start = listedChains.at(-1)?.ids[0] ?? '';
  const changeLink = useLinkChange();
  const isPast = useAsOf() !== undefined;
  const factsOf = (id: string) => {
    const index = indexes.get(id) ?? -1;
    const time = (data.times[index] ?? 0) * 1000;
    return { id, label: data.labels[index] ?? '', time, tag: data.tag_names[data.tags[index] ?? -1] };
  };
  return (
    <GraphFigure
      graph={graph}
      frame={FRAME}
      tall
      file="all-connections"
      fileScale={SAVED_SCALE}
      label={strings.picture}
      until={until}
      hulls={hulls}
      pointed={pointed}
      start={start}
      nextNode={(from, step) => nextInChains(graph, chains, from, step)}
      nameOf={(id) => {
        const { label, time, tag = '' } = factsOf(id);
        return strings.spoken(label, format.full(new Date(time)), tag, graph.degree(id));
      }}
      renderTip={(id) => <NodeText {...factsOf(id)} />}
      onOpen={open}
      onLink={isPast ? undefined : (...changes) => void changeLink(...changes)}
      onLost={onLost}
    >
      <TimeSlider times={times} until={until} onUntil={setUntil} />
    </GraphFigure>
  );
}
