import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { foldText } from '@anecdotes/contracts';
import { useMemo, useState } from 'react';
import { AnecdoteTip } from '../../anecdote/anecdote-tip.tsx';
import { useLinkChange } from '../../anecdote/link.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { useOpenAnecdote } from '../../anecdote/use-open-anecdote.ts';
import type { Frame } from '../../graph/display.ts';
import { GraphFigure } from '../../graph/graph-figure.tsx';
import { nextInLayers } from '../../graph/layers.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { FindField } from './find-field.tsx';
import type { LaidOutGraph } from './laid-out-graph.ts';
import { connectionStrings as strings } from './strings.ts';

const SPOKEN = 100;
const IN_BOX: Frame = { fit: false, zoom: [1, 2] };
const IN_WINDOW: Frame = { fit: false, zoom: [0.02, 8] };

type VisualizationProps = {
  connections: ConnectionsView;
  laidOut: LaidOutGraph;
  /** The anecdote under the pointer in the list beside the graph. */
  pointed: string | undefined;
  onLost: () => void;
};

/** The connections of an anecdote in layers from left to right, drawn with WebGL. */
export function Visualization({ connections, laidOut, pointed, onLost }: VisualizationProps) {
  const { graph, layers, root } = laidOut;
  const open = useOpenAnecdote();
  const [term, setTerm] = useState('');
  const anecdotes = useMemo(() => byId(connections), [connections]);
  const changeLink = useLinkChange();
  const found = useMemo(() => search(anecdotes, term), [anecdotes, term]);
  const matches = useMemo(() => (term.trim() === '' ? undefined : new Set(found)), [found, term]);

  return (
    <GraphFigure
      graph={graph}
      frame={IN_BOX}
      fullFrame={IN_WINDOW}
      file="connections"
      label={strings.diagram}
      root={root}
      start={root}
      matches={matches}
      pointed={pointed}
      head={({ focused, goTo }) => <FindField term={term} onTerm={setTerm} found={found} at={focused} onGo={goTo} />}
      nextNode={(from, step) => nextInLayers(graph, layers, from, step)}
      nameOf={(node) => spoken(anecdotes.get(node), partOf(connections, node))}
      renderTip={(node) => <AnecdoteTip anecdote={anecdotes.get(node)} />}
      onOpen={open}
      onLink={(...changes) => void changeLink(...changes)}
      onLost={onLost}
    />
  );
}

function byId({ current, parents, children }: ConnectionsView): ReadonlyMap<string, AnecdoteView> {
  return new Map([...parents, current, ...children].map((anecdote) => [anecdote.id, anecdote]));
}

/** The ids of the anecdotes that contain all words of `term` in their text or tags. */
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

/** The text of an anecdote of the graph for screen readers. */
function spoken(anecdote: AnecdoteView | undefined, part: keyof typeof strings.layers): string {
  if (!anecdote) return '';
  const { description, timestamp, tags } = anecdote;
  return strings.dot(
    strings.layers[part],
    truncate(plainText(description), SPOKEN),
    format.full(new Date(timestamp)),
    tags,
  );
}
