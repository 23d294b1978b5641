import { useLayoutEffect, useRef } from 'react';
import { usePrinting } from '../lib/use-printing.ts';
import { lookOf } from './look.ts';
import type { ChainGraph } from './model.ts';
import { svgOf } from './picture.ts';
import styles from './printed-graph.module.css';
import { printedLines } from './printed-lines.ts';

type PrintedGraphProps = {
  graph: ChainGraph;
  /** The number of pixels per unit of the graph. */
  scale: number;
  label: string;
};

/** Refers to the colours of the page, because those of the print styles are known only when it is printed. */
const colours = {
  paper: 'var(--raised)',
  ink: 'var(--ink)',
  quiet: 'var(--quiet)',
  line: 'var(--edge)',
  accent: 'var(--accent)',
};

/** Replaces the canvas of a graph when printing: the whole graph as an image, in lines if it is long. */
export function PrintedGraph({ graph, scale, label }: PrintedGraphProps) {
  const isPrinting = usePrinting();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isPrinting || !element.current) return;
    const { serif, sans } = lookOf(element.current);
    const look = { ...colours, serif, sans };
    const pictures = printedLines(graph, scale).map((line) => svgOf(line, look, scale));
    const widest = Math.max(...pictures.map((picture) => picture.viewBox.baseVal.width));
    for (const picture of pictures) {
      if (pictures.length > 1) picture.setAttribute('width', `${(100 * picture.viewBox.baseVal.width) / widest}%`);
    }
    element.current.replaceChildren(...pictures);
  }, [isPrinting, graph, scale]);
  return isPrinting && <div ref={element} className={styles.printed} role="img" aria-label={label} />;
}
