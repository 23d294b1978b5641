import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useStore } from '../lib/use-store.ts';
import { Button } from '../ui/button.tsx';
import { CheckIcon, EditIcon } from '../ui/icons.tsx';
import { useFullWindow } from '../ui/use-full-window.ts';
import type { Frame } from './display.ts';
import type { LinkChange } from './drop-target.ts';
import { EditBar } from './edit-bar.tsx';
import { GraphCanvas, type GraphCanvasProps } from './graph-canvas.tsx';
import styles from './graph-figure.module.css';
import { GraphTools } from './graph-tools.tsx';
import { laidOutInPage } from './layout.ts';
import { PrintedGraph } from './printed-graph.tsx';
import type { GraphRenderer } from './renderer.ts';
import { SaveButtons } from './save-buttons.tsx';
import { graphStrings as strings } from './strings.ts';
import { useEditing } from './use-editing.ts';

type OwnState = 'isFull' | 'focused' | 'onFocus' | 'editing' | 'onRenderer' | 'onZoom';

type GraphFigureProps = Omit<GraphCanvasProps, OwnState> & {
  /** The frame in the full window; by default `frame`. */
  fullFrame?: Frame;
  /** Uses as much of the window's height as there is. */
  tall?: boolean;
  /** The name of saved files, and the number of their pixels per unit of the graph. */
  file: string;
  fileScale?: number;
  /** Shown before the buttons. */
  head?: (focus: { focused: string; goTo: (node: string) => void }) => ReactNode;
  /** Applies link changes that belong together; without it links cannot be edited. */
  onLink: ((...changes: readonly LinkChange[]) => void) | undefined;
  /** Shown below the picture. */
  children?: ReactNode;
};

/** A graph with buttons to zoom and save it, to show it in the full window, and to edit its links. */
export function GraphFigure(props: GraphFigureProps) {
  const {
    graph,
    frame,
    fullFrame = frame,
    tall = false,
    file,
    fileScale = 1,
    head,
    onLink,
    children,
    ...picture
  } = props;
  const { start, matches, pointed } = picture;
  const figure = useRef<HTMLElement>(null);
  const [renderer, setRenderer] = useState<GraphRenderer>();
  const [zoom, setZoom] = useState(1);
  const [isFull, setIsFull] = useState(false);
  const [wanted, setWanted] = useState(start);
  useFullWindow(
    figure,
    isFull,
    useCallback(() => setIsFull(false), []),
  );
  const isSlow = useStore(laidOutInPage);
  const editing = useEditing(graph, onLink);
  const focused = graph.hasNode(wanted) ? wanted : start;
  const shownFrame = isFull ? fullFrame : frame;
  const goTo = (node: string) => {
    setWanted(node);
    renderer?.camera.reveal(node);
  };
  return (
    <figure ref={figure} className={isFull ? `${styles.figure} ${styles.full}` : styles.figure}>
      <div className={`${styles.bar} row`}>
        {head?.({ focused, goTo })}
        {onLink && (
          <Button
            className={styles.edit}
            title={editing.isOn ? strings.editEnd : strings.edit}
            aria-pressed={editing.isOn}
            onClick={editing.toggle}
          >
            {editing.isOn ? <CheckIcon /> : <EditIcon />}
            <span className={head && 'beside-icon'}>{editing.isOn ? strings.editEnd : strings.edit}</span>
          </Button>
        )}
        <SaveButtons graph={graph} file={file} scale={fileScale} />
        <GraphTools renderer={renderer} frame={shownFrame} zoom={zoom} isFull={isFull} onFull={setIsFull} />
      </div>
      <EditBar graph={graph} editing={editing} selected={focused} />
      {isSlow && <p className="secondary">{strings.noWorker}</p>}
      <PrintedGraph graph={graph} scale={fileScale} label={picture.label} />
      <div className={`${styles.box} ${tall ? styles.tall : ''} sheet`}>
        <GraphCanvas
          {...picture}
          graph={graph}
          frame={shownFrame}
          isFull={isFull}
          pointed={pointed ?? (matches?.has(focused) ? focused : undefined)}
          focused={focused}
          editing={editing}
          onFocus={setWanted}
          onRenderer={setRenderer}
          onZoom={setZoom}
        />
      </div>
      {children}
    </figure>
  );
}
