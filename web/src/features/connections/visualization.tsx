import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { foldText } from '@anecdotes/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLinkChange } from '../../anecdote/link.ts';
import type { Frame } from '../../graph/display.ts';
import { EditBar } from '../../graph/edit-bar.tsx';
import { GraphCanvas } from '../../graph/graph-canvas.tsx';
import { GraphTools } from '../../graph/graph-tools.tsx';
import { walkLayers } from '../../graph/layers.ts';
import type { GraphRenderer } from '../../graph/renderer.ts';
import { useEditing } from '../../graph/use-editing.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { useFullWindow } from '../../ui/use-full-window.ts';
import { AnecdoteTip } from './anecdote-tip.tsx';
import { FindField } from './find-field.tsx';
import { connectionStrings as strings } from './strings.ts';
import type { Placed } from './use-layers.ts';
import styles from './visualization.module.css';

const SPOKEN = 100;
const IN_BOX: Frame = { fit: false, zoom: [1, 2] };
const IN_WINDOW: Frame = { fit: false, zoom: [0.02, 8] };

type VisualizationProps = {
  connections: ConnectionsView;
  placed: Placed;
  /** The anecdote that is pointed at in the list beside the picture. */
  pointed: string | undefined;
  onLost: () => void;
};

/** The connections of an anecdote in layers from left to right, drawn with WebGL. */
export function Visualization({ connections, placed, pointed, onLost }: VisualizationProps) {
  const { graph, layers, root } = placed;
  const navigate = useNavigate();
  const figure = useRef<HTMLElement>(null);
  const [renderer, setRenderer] = useState<GraphRenderer>();
  const [zoom, setZoom] = useState(1);
  const [isFull, setIsFull] = useState(false);
  const [wanted, setWanted] = useState(root);
  const [term, setTerm] = useState('');
  useFullWindow(
    figure,
    isFull,
    useCallback(() => setIsFull(false), []),
  );
  const anecdotes = useMemo(() => byId(connections), [connections]);
  const focused = graph.hasNode(wanted) ? wanted : root;
  const changeLink = useLinkChange();
  const editing = useEditing(graph, (id, parent) => void changeLink({ id, parent }));
  const frame = isFull ? IN_WINDOW : IN_BOX;
  const found = useMemo(() => search(anecdotes, term), [anecdotes, term]);
  const matches = useMemo(() => (term.trim() === '' ? undefined : new Set(found)), [found, term]);
  const goTo = (node: string) => {
    setWanted(node);
    renderer?.reveal(node);
  };

  return (
    <figure ref={figure} className={isFull ? `${styles.figure} ${styles.full}` : styles.figure}>
      <div className={`${styles.bar} row`}>
        <FindField term={term} onTerm={setTerm} found={found} at={focused} onGo={goTo} />
        <GraphTools
          graph={graph}
          renderer={renderer}
          frame={frame}
          zoom={zoom}
          isFull={isFull}
          onFull={setIsFull}
          file="connections"
        />
      </div>
      <EditBar graph={graph} editing={editing} selected={focused} />
      <div className={`${styles.box} sheet`}>
        <GraphCanvas
          graph={graph}
          frame={frame}
          root={root}
          matches={matches}
          pointed={pointed ?? (term.trim() !== '' && found.includes(focused) ? focused : undefined)}
          label={strings.diagram}
          focused={focused}
          editing={editing}
          start={root}
          onFocus={setWanted}
          walk={(from, step) => walkLayers(graph, layers, from, step)}
          nameOf={(node) => spoken(anecdotes.get(node), partOf(connections, node))}
          renderTip={(node) => <AnecdoteTip anecdote={anecdotes.get(node)} />}
          onOpen={(id) => void navigate({ to: '/anecdotes/$id', params: { id } })}
          onLost={onLost}
          onRenderer={setRenderer}
          onZoom={setZoom}
        />
      </div>
    </figure>
  );
}

function byId({ current, parents, children }: ConnectionsView): ReadonlyMap<string, AnecdoteView> {
  return new Map([...parents, current, ...children].map((anecdote) => [anecdote.id, anecdote]));
}

/** The ids of those that contain all words of `term` in their text or tags. */
function search(anecdotes: ReadonlyMap<string, AnecdoteView>, term: string): string[] {
  const words = foldText(term.trim()).split(/\s+/);
  return [...anecdotes.values()]
    .filter(({ description, tags }) => {
      const text = foldText([description, ...tags].join(' '));
      return words.every((word) => text.includes(word));
    })
    .map(({ id }) => id);
}

function partOf({ current, parents }: ConnectionsView, id: string): keyof typeof strings.layers {
  if (id === current.id) return 'current';
  return parents.some((parent) => parent.id === id) ? 'parent' : 'child';
}

/** How an anecdote of the picture is read out. */
function spoken(anecdote: AnecdoteView | undefined, part: keyof typeof strings.layers): string {
  if (!anecdote) return '';
  const { description, timestamp, tags } = anecdote;
  return strings.dot(strings.layers[part], truncate(description, SPOKEN), format.full(new Date(timestamp)), tags);
}
