import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { Tooltip } from '@base-ui/react/tooltip';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { layersOf, nextInLayers, type Step } from '../../graph/layers.ts';
import { chainGraph } from './chain-graph.ts';
import styles from './diagram.module.css';
import { DiagramDot } from './diagram-dot.tsx';
import { DiagramLines } from './diagram-lines.tsx';
import type { Dot, Layer } from './dot.ts';
import { DotTooltip } from './dot-tooltip.tsx';
import { connectionStrings as strings } from './strings.ts';

const steps: ReadonlySet<string> = new Set<Step>(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);
/** Only the nearest are drawn, because each dot and each line is an element of the page. */
const PARENTS = 12;
const CHILDREN = 60;

/**
 * The nearest connections of `current` in layers from left to right, drawn without WebGL. Arrow keys follow the
 * links, Enter opens an anecdote.
 */
export function Diagram(connections: ConnectionsView) {
  const { current, parents, children } = connections;
  const near = useMemo(
    () => ({ current, parents: parents.slice(0, PARENTS), children: children.slice(0, CHILDREN) }),
    [current, parents, children],
  );
  const graph = useMemo(() => chainGraph(near), [near]);
  const layers = useMemo(() => layersOf(graph, current.id), [graph, current.id]);
  const dots = useMemo(() => {
    const dotOf = (anecdote: AnecdoteView, layer: Layer): Dot[] => {
      const cell = layers.cells.get(anecdote.id);
      return cell ? [{ ...cell, anecdote, layer, weight: graph.getNodeAttribute(anecdote.id, 'weight') }] : [];
    };
    return [
      ...near.parents.flatMap((anecdote) => dotOf(anecdote, 'parent')),
      ...dotOf(current, 'current'),
      ...near.children.flatMap((anecdote) => dotOf(anecdote, 'child')),
    ].sort((a, b) => a.column - b.column || a.row - b.row);
  }, [near, current, graph, layers]);
  const [tooltip] = useState(() => Tooltip.createHandle<Dot>());
  const [active, setActive] = useState<string>();
  const [reachable, setReachable] = useState(current.id);
  const view = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const stop = graph.hasNode(reachable) ? reachable : current.id;
  const hidden = parents.length + children.length + 1 - dots.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when another anecdote is in the middle
  useLayoutEffect(() => {
    const element = view.current;
    const dot = element?.querySelector<HTMLElement>('[data-layer="current"]');
    if (!element || !dot) return;
    element.scrollLeft = dot.offsetLeft - element.clientWidth / 2;
    element.scrollTop = dot.offsetTop - element.clientHeight / 2;
  }, [current.id]);

  const press = (event: KeyboardEvent) => {
    // Starts from the focused dot; the mouse may point at another one.
    const { dot: from } = (event.target as HTMLElement).dataset;
    const isStep = steps.has(event.key);
    if (!from || !(isStep || event.key === 'Home') || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = isStep ? nextInLayers(graph, layers, from, event.key as Step) : current.id;
    if (next !== undefined) view.current?.querySelector<HTMLElement>(`[data-dot="${next}"]`)?.focus();
  };

  return (
    <figure className={styles.figure}>
      <Tooltip.Provider delay={150}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys for the links inside */}
        <div ref={view} className={`${styles.view} sheet`} onKeyDown={press}>
          <nav
            className={styles.plane}
            aria-label={strings.diagram}
            style={{ '--columns': layers.columns, '--rows': layers.rows } as CSSProperties}
          >
            <DiagramLines graph={graph} layers={layers} active={active} />
            {dots.map((dot) => (
              <DiagramDot
                key={dot.anecdote.id}
                dot={dot}
                tooltip={tooltip}
                isStop={dot.anecdote.id === stop}
                onActive={(isActive) => {
                  setActive(isActive ? dot.anecdote.id : undefined);
                  if (isActive) setReachable(dot.anecdote.id);
                }}
              />
            ))}
          </nav>
        </div>
        <div ref={host} />
        <DotTooltip tooltip={tooltip} host={host} />
      </Tooltip.Provider>
      {hidden > 0 && (
        <figcaption className={`${styles.caption} secondary tabular`}>{strings.notDrawn(hidden)}</figcaption>
      )}
    </figure>
  );
}
