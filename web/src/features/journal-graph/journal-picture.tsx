import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLinkChange } from '../../anecdote/link.ts';
import type { Frame } from '../../graph/display.ts';
import { EditBar } from '../../graph/edit-bar.tsx';
import { GraphCanvas } from '../../graph/graph-canvas.tsx';
import { GraphTools } from '../../graph/graph-tools.tsx';
import type { GraphRenderer } from '../../graph/renderer.ts';
import { useEditing } from '../../graph/use-editing.ts';
import { walkChains } from '../../graph/walk-chains.ts';
import { format } from '../../lib/format.ts';
import { useFullWindow } from '../../ui/use-full-window.ts';
import styles from './journal-graph.module.css';
import type { PackedJournal } from './journal-model.ts';
import { NodeText } from './node-text.tsx';
import { journalGraphStrings as strings } from './strings.ts';
import { TimeSlider } from './time-slider.tsx';

const FRAME: Frame = { fit: true, zoom: [1, 40] };
/** Pixels of a saved picture for each unit of the graph. */
const SAVED_SCALE = 40;

type JournalPictureProps = {
  journal: PackedJournal;
  /** The anecdote that is pointed at in the list beside the picture. */
  pointed: string | undefined;
  onLost: () => void;
};

/** All chains drawn with WebGL, with the time until which they are shown. */
export function JournalPicture({ journal, pointed, onLost }: JournalPictureProps) {
  const { data, graph, chains, stories, hulls } = journal;
  const navigate = useNavigate();
  const figure = useRef<HTMLElement>(null);
  const [renderer, setRenderer] = useState<GraphRenderer>();
  const [zoom, setZoom] = useState(1);
  const [isFull, setIsFull] = useState(false);
  const [until, setUntil] = useState<number>();
  const [wanted, setWanted] = useState<string>();
  useFullWindow(
    figure,
    isFull,
    useCallback(() => setIsFull(false), []),
  );
  const indexes = useMemo(() => new Map(data.ids.map((id, index) => [id, index])), [data]);
  const times = useMemo(() => graph.mapNodes((_, { time }) => time), [graph]);
  const start = stories.at(-1)?.ids[0] ?? '';
  const focused = wanted !== undefined && graph.hasNode(wanted) ? wanted : start;
  const changeLink = useLinkChange();
  const editing = useEditing(graph, (id, parent) => void changeLink({ id, parent }));
  const factsOf = (id: string) => {
    const index = indexes.get(id) ?? -1;
    const time = (data.times[index] ?? 0) * 1000;
    return { id, label: data.labels[index] ?? '', time, tag: data.tag_names[data.tags[index] ?? -1] };
  };
  return (
    <figure ref={figure} className={isFull ? `${styles.figure} ${styles.full}` : styles.figure}>
      <div className={`${styles.bar} row`}>
        <EditBar graph={graph} editing={editing} selected={focused} />
        <GraphTools
          graph={graph}
          renderer={renderer}
          frame={FRAME}
          zoom={zoom}
          isFull={isFull}
          onFull={setIsFull}
          file="all-connections"
          fileScale={SAVED_SCALE}
        />
      </div>
      <div className={`${styles.box} sheet`}>
        <GraphCanvas
          graph={graph}
          frame={FRAME}
          until={until}
          hulls={hulls}
          pointed={pointed}
          label={strings.picture}
          focused={focused}
          editing={editing}
          start={start}
          onFocus={setWanted}
          walk={(from, step) => walkChains(graph, chains, from, step)}
          nameOf={(id) => {
            const { label, time, tag = '' } = factsOf(id);
            return strings.spoken(label, format.full(new Date(time)), tag, graph.degree(id));
          }}
          renderTip={(id) => <NodeText {...factsOf(id)} />}
          onOpen={(id) => void navigate({ to: '/anecdotes/$id', params: { id } })}
          onLost={onLost}
          onRenderer={setRenderer}
          onZoom={setZoom}
        />
      </div>
      <TimeSlider times={times} until={until} onUntil={setUntil} />
    </figure>
  );
}
