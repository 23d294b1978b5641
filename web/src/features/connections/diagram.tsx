import type { ConnectionsView } from '@anecdotes/contracts';
import { Tooltip } from '@base-ui/react/tooltip';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import styles from './diagram.module.css';
import { DiagramDot } from './diagram-dot.tsx';
import { DiagramLines } from './diagram-lines.tsx';
import { DotTooltip } from './dot-tooltip.tsx';
import { type Dot, layOut, type Step, walk } from './layout.ts';
import { connectionStrings as strings } from './strings.ts';

const steps: ReadonlySet<string> = new Set<Step>(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home']);

/** The connections of `current` in layers from left to right; arrows walk the links, Enter opens. */
export function Diagram(connections: ConnectionsView) {
  const layout = useMemo(() => layOut(connections), [connections]);
  const [tooltip] = useState(() => Tooltip.createHandle<Dot>());
  const [active, setActive] = useState<string>();
  const [reachable, setReachable] = useState(connections.current.id);
  const view = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const { dots, lines, columns, rows, hidden } = layout;
  const stop = dots.some(({ anecdote }) => anecdote.id === reachable) ? reachable : connections.current.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another anecdote in the middle is another picture
  useLayoutEffect(() => {
    const element = view.current;
    const dot = element?.querySelector<HTMLElement>('[data-layer="current"]');
    if (!element || !dot) return;
    element.scrollLeft = dot.offsetLeft - element.clientWidth / 2;
    element.scrollTop = dot.offsetTop - element.clientHeight / 2;
  }, [connections.current.id]);

  const press = (event: KeyboardEvent) => {
    // The mouse may point at another dot than the one that has the focus.
    const { dot: id } = (event.target as HTMLElement).dataset;
    const from = dots.find(({ anecdote }) => anecdote.id === id);
    if (!from || !steps.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = walk(layout, from, event.key as Step);
    if (next) view.current?.querySelector<HTMLElement>(`[data-dot="${next.anecdote.id}"]`)?.focus();
  };

  return (
    <figure className={styles.figure}>
      <Tooltip.Provider delay={150}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed; this only walks them */}
        <div ref={view} className={`${styles.view} sheet`} onKeyDown={press}>
          <nav
            className={styles.plane}
            aria-label={strings.diagram}
            style={{ '--columns': columns, '--rows': rows } as React.CSSProperties}
          >
            <DiagramLines lines={lines} columns={columns} rows={rows} active={active} />
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
