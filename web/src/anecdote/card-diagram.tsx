import type { ChainSummary } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useAsOf } from './as-of.ts';
import styles from './card-diagram.module.css';
import { type ShapeDot, type ShapeLine, shapeOf } from './chain-shape.ts';
import { anecdoteStrings } from './strings.ts';

const ChainTip = lazyComponent(() => import('./chain-tip.tsx'), 'ChainTip');

/** The maximum size of the diagram on a card and on a compact card, in pixels. */
const BOX = { card: { width: 300, height: 120 }, compact: { width: 250, height: 80 } };
/** The maximum distance at which the pointer selects a dot. */
const NEAR_PX = 11;

type CardDiagramProps = { id: string; chain: ChainSummary; size?: keyof typeof BOX };

/** A small diagram of the chain around an anecdote: its own dot filled, a deleted one dashed. Links to connections. */
export function CardDiagram({ id, chain, size = 'card' }: CardDiagramProps) {
  const { dots, lines, width, height } = useMemo(() => shapeOf(chain, BOX[size]), [chain, size]);
  const link = useRef<HTMLAnchorElement>(null);
  const isPast = useAsOf() !== undefined;
  const [isShown, setIsShown] = useState(false);
  const [pointed, setPointed] = useState<number>();
  const name = anecdoteStrings.chain(chain);
  const point = ({ clientX, clientY, pointerType }: PointerEvent) => {
    const corner = link.current?.querySelector('svg')?.getBoundingClientRect();
    if (!corner || pointerType === 'touch') return;
    const [x, y] = [clientX - corner.x, clientY - corner.y];
    const distance = (dot: ShapeDot) => Math.hypot(dot.x - x, dot.y - y);
    const nearest = dots.reduce((best, dot) => (distance(dot) < distance(best) ? dot : best));
    setPointed(distance(nearest) <= NEAR_PX ? nearest.at : undefined);
    setIsShown(true);
  };
  const hideTip = () => {
    setIsShown(false);
    setPointed(undefined);
  };
  return (
    <>
      <Link
        ref={link}
        // The connections screen shows only the present; connections of the past are on the screen of the anecdote.
        to={isPast ? '/anecdotes/$id' : '/visualization/$id'}
        params={{ id }}
        className={styles.diagram}
        aria-label={name}
        onPointerMove={point}
        onPointerLeave={hideTip}
        onFocus={({ currentTarget }) => setIsShown(currentTarget.matches(':focus-visible'))}
        onBlur={hideTip}
        onKeyDown={({ key }) => key === 'Escape' && hideTip()}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {lines.map((line) => (
            <path
              key={`${line.from.at} ${line.x} ${line.y}`}
              className={line.isLoose ? styles.loose : styles.line}
              d={pathOf(line)}
            />
          ))}
          {dots.map(({ x, y, kind, at }) => (
            <circle
              key={at}
              className={`${styles[kind]} ${at === pointed ? styles.pointed : ''}`}
              cx={x}
              cy={y}
              r={kind === 'here' ? 4.2 : 3.2}
            />
          ))}
        </svg>
      </Link>
      {isShown && (
        <ChainTip id={id} anchor={link} pointed={pointed} gone={chain.gone && !chain.cut ? -chain.before : undefined} />
      )}
    </>
  );
}

/** An SVG path between the edges of two dots, horizontal at both ends. */
function pathOf({ from, x, y }: ShapeLine): string {
  const side = Math.sign(x - from.x);
  const [start, end] = [from.x + side * (from.kind === 'here' ? 4.2 : 3.8), x - side * 3.8];
  const middle = (start + end) / 2;
  return from.y === y ? `M${start} ${y}H${end}` : `M${start} ${from.y}C${middle} ${from.y} ${middle} ${y} ${end} ${y}`;
}
