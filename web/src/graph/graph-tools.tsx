import { Button } from '../ui/button.tsx';
import { CollapseIcon, ExpandIcon, MinusIcon, PlusIcon } from '../ui/icons.tsx';
import type { Frame } from './display.ts';
import styles from './graph-tools.module.css';
import type { GraphRenderer } from './renderer.ts';
import { NEAR_ZOOM } from './settings.ts';
import { graphStrings as strings } from './strings.ts';

type GraphToolsProps = {
  renderer: GraphRenderer | undefined;
  frame: Frame;
  zoom: number;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
};

/** The buttons that change the view of a graph: zoom, fit, full window. */
export function GraphTools({ renderer, frame, zoom, isFull, onFull }: GraphToolsProps) {
  const [minZoom, maxZoom] = frame.zoom;
  return (
    <div className={`${styles.tools} row`}>
      <Button
        className={styles.round}
        title={strings.zoomOut}
        aria-label={strings.zoomOut}
        disabled={zoom <= minZoom + NEAR_ZOOM}
        onClick={() => renderer?.camera.zoomOut()}
      >
        <MinusIcon />
      </Button>
      <output className={`${styles.zoom} secondary tabular`}>{strings.zoom(Math.round(zoom * 100))}</output>
      <Button
        className={styles.round}
        title={strings.zoomIn}
        aria-label={strings.zoomIn}
        disabled={zoom >= maxZoom - NEAR_ZOOM}
        onClick={() => renderer?.camera.zoomIn()}
      >
        <PlusIcon />
      </Button>
      <Button onClick={() => renderer?.camera.fit()}>{strings.fit}</Button>
      <Button
        className={styles.round}
        title={isFull ? strings.leaveFullWindow : strings.fullWindow}
        aria-label={isFull ? strings.leaveFullWindow : strings.fullWindow}
        onClick={() => onFull(!isFull)}
      >
        {isFull ? <CollapseIcon /> : <ExpandIcon />}
      </Button>
    </div>
  );
}
