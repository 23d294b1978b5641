import { notifyError } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { CollapseIcon, ExpandIcon, MinusIcon, PlusIcon } from '../ui/icons.tsx';
import type { Frame } from './display.ts';
import styles from './graph-tools.module.css';
import { lookOf } from './look.ts';
import type { StoryGraph } from './model.ts';
import { download, pngFile, svgFile, svgOf } from './picture.ts';
import type { GraphRenderer } from './renderer.ts';
import { graphStrings as strings } from './strings.ts';

type GraphToolsProps = {
  graph: StoryGraph;
  renderer: GraphRenderer | undefined;
  frame: Frame;
  zoom: number;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  /** The name of saved files, and how many of their pixels a unit of the graph is. */
  file: string;
  fileScale?: number;
};

const STEP = 1.25;
/** Zooms nearer than this are the same. */
const NEAR = 0.005;

/** The buttons of a graph: zoom, full window, save. */
export function GraphTools({ graph, renderer, frame, zoom, isFull, onFull, file, fileScale = 1 }: GraphToolsProps) {
  const [least, most] = frame.zoom;
  const save = async (kind: 'PNG' | 'SVG') => {
    try {
      const svg = svgOf(graph, lookOf(document.body), fileScale);
      download(kind === 'SVG' ? svgFile(svg) : await pngFile(svg), `${file}.${kind.toLowerCase()}`);
    } catch {
      notifyError(strings.saveFailed);
    }
  };
  return (
    <div className={`${styles.tools} row`}>
      <Button
        className={styles.round}
        title={strings.zoomOut}
        aria-label={strings.zoomOut}
        disabled={zoom <= least + NEAR}
        onClick={() => renderer?.zoomTo(zoom / STEP)}
      >
        <MinusIcon />
      </Button>
      <output className={`${styles.zoom} secondary tabular`}>{strings.zoom(Math.round(zoom * 100))}</output>
      <Button
        className={styles.round}
        title={strings.zoomIn}
        aria-label={strings.zoomIn}
        disabled={zoom >= most - NEAR}
        onClick={() => renderer?.zoomTo(zoom * STEP)}
      >
        <PlusIcon />
      </Button>
      <Button onClick={() => renderer?.fit()}>{strings.fit}</Button>
      <Button
        className={styles.round}
        title={isFull ? strings.leaveFullWindow : strings.fullWindow}
        aria-label={isFull ? strings.leaveFullWindow : strings.fullWindow}
        onClick={() => onFull(!isFull)}
      >
        {isFull ? <CollapseIcon /> : <ExpandIcon />}
      </Button>
      <span className={styles.saves}>
        {(['PNG', 'SVG'] as const).map((kind) => (
          <Button
            key={kind}
            variant="quiet"
            title={strings.saveAs(kind)}
            aria-label={strings.saveAs(kind)}
            onClick={() => void save(kind)}
          >
            {kind}
          </Button>
        ))}
      </span>
    </div>
  );
}
