import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { TwoFingerHint } from '../ui/two-finger-hint.tsx';
import type { Frame } from './display.ts';
import styles from './graph-canvas.module.css';
import type { Hull } from './hulls.ts';
import type { Step } from './layers.ts';
import { followFonts, followTheme, lookOf } from './look.ts';
import type { ChainGraph } from './model.ts';
import { NodeTip, type TipAnchor } from './node-tip.tsx';
import { GraphRenderer } from './renderer.ts';
import { graphStrings as strings } from './strings.ts';
import type { Editing } from './use-editing.ts';

export type GraphCanvasProps = {
  /** A graph whose nodes have positions. */
  graph: ChainGraph;
  frame: Frame;
  /** True if it fills the whole window. */
  isFull: boolean;
  /** The node the picture is about; it is centred at first. */
  root?: string | undefined;
  matches?: ReadonlySet<string> | undefined;
  until?: number | undefined;
  hulls?: readonly Hull[] | undefined;
  /** A node that is pointed at outside of the picture, for example in a list. */
  pointed?: string | undefined;
  label: string;
  /** The node that has the keyboard focus within the picture; the Home key returns to `start`. */
  focused: string;
  start: string;
  onFocus: (node: string) => void;
  nextNode: (from: string, step: Step) => string | undefined;
  /** The text of a node for screen readers. */
  nameOf: (node: string) => string;
  renderTip: (node: string) => ReactNode;
  /** Called with the click or tap on the node; without one when it is opened by key. */
  onOpen: (node: string, event?: MouseEvent | TouchEvent) => void;
  editing: Editing;
  onLost: () => void;
  /** Called with the renderer, and with undefined when it is destroyed. */
  onRenderer: (renderer: GraphRenderer | undefined) => void;
  onZoom: (zoom: number) => void;
};

const steps: ReadonlySet<string> = new Set<Step>(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);
/** How long the pointer may take from a node to its tooltip before the tooltip is hidden. */
const LEAVE_MS = 150;

/** A graph on canvases, for pointer, touch and keyboard. Show a list beside it for people who cannot see it. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { graph, frame, isFull, root, matches, until, hulls, label, focused, start, onFocus, nextNode, editing } =
    props;
  const host = useRef<HTMLDivElement>(null);
  const tips = useRef<HTMLDivElement>(null);
  /** Handles a click on a node: opens it or, while editing, selects it or completes the pending move with it. */
  const choose = (node: string, event: MouseEvent | TouchEvent) => {
    if (!editing.isOn) props.onOpen(node, event);
    else if (editing.pendingMove === undefined) focus(node);
    else editing.choose(node);
  };
  const leaving = useRef(0);
  const [renderer, setRenderer] = useState<GraphRenderer>();
  const [hovered, setHovered] = useState<string>();
  const [hasFocus, setHasFocus] = useState(false);
  const [isTipHidden, setIsTipHidden] = useState(false);
  const [, setMoves] = useState(0);
  const helpId = useId();
  const shown = hovered ?? (hasFocus ? focused : undefined);
  const active = props.pointed ?? shown;
  const latest = useRef({ ...props, choose, shown });
  useLayoutEffect(() => {
    latest.current = { ...props, choose, shown };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; later changes are passed on below
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = new GraphRenderer(element, {
      frame,
      look: lookOf(element),
      calls: {
        onPoint: (node) => {
          clearTimeout(leaving.current);
          setIsTipHidden(false);
          if (node !== undefined) setHovered(node);
          else leaving.current = window.setTimeout(() => setHovered(undefined), LEAVE_MS);
        },
        onOpen: (node, event) => latest.current.choose(node, event),
        onDrag: (node, target) => latest.current.editing.checkDrop(node, target),
        onDrop: (node, target) => latest.current.editing.drop(node, target),
        onMove: (zoom) => {
          // Renders again to move the tooltip.
          if (latest.current.shown !== undefined) setMoves((moves) => moves + 1);
          latest.current.onZoom(zoom);
        },
        onLost: () => latest.current.onLost(),
      },
    });
    // In a task of its own, because drawing thousands of nodes takes time.
    const drawing = setTimeout(() => {
      const { graph, root, matches, until, hulls } = latest.current;
      made.show(graph, { root, matches, until, hulls });
      made.camera.open(root);
      setRenderer(made);
      latest.current.onRenderer(made);
      latest.current.onZoom(made.camera.zoom);
    });
    const stops = [followTheme(() => made.setLook(lookOf(element))), followFonts(() => made.rewrite())];
    return () => {
      clearTimeout(drawing);
      for (const stop of stops) stop();
      made.kill();
      setRenderer(undefined);
      latest.current.onRenderer(undefined);
    };
  }, []);

  useEffect(() => renderer?.setFrame(frame), [renderer, frame]);
  useEffect(() => renderer?.setInPage(!isFull), [renderer, isFull]);
  useEffect(() => renderer?.setEditable(editing.isOn), [renderer, editing.isOn]);
  useEffect(() => {
    renderer?.show(graph, {
      active: active !== undefined && graph.hasNode(active) ? active : undefined,
      root,
      matches,
      until,
      hulls,
    });
  }, [renderer, graph, active, root, matches, until, hulls]);

  const focus = (node: string) => {
    setHasFocus(true);
    setIsTipHidden(false);
    setHovered(undefined);
    onFocus(node);
    renderer?.camera.reveal(node);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (editing.press(key, focused)) {
      event.stopPropagation();
    } else if (steps.has(key)) {
      const next = nextNode(focused, key as Step);
      if (next !== undefined) focus(next);
    } else if (key === 'Home') focus(start);
    else if (key === 'Enter') props.onOpen(focused);
    else if (key === '+' || key === '=') renderer?.camera.zoomIn();
    else if (key === '-') renderer?.camera.zoomOut();
    else if (key === 'Escape' && shown !== undefined && !isTipHidden) {
      setIsTipHidden(true);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  const tipped =
    shown !== undefined && !isTipHidden && graph.hasNode(shown) && renderer?.camera.isInSight(shown)
      ? shown
      : undefined;

  return (
    <div className={styles.frame}>
      <div
        className={styles.canvas}
        role="application"
        aria-label={label}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between its dots
        tabIndex={0}
        onKeyDown={press}
        onFocus={({ currentTarget }) => setHasFocus(currentTarget.matches(':focus-visible'))}
        onBlur={() => setHasFocus(false)}
      >
        <div ref={host} className={styles.host} aria-hidden="true" />
        {!isFull && <TwoFingerHint text={strings.twoFingers} />}
      </div>
      <p id={helpId} className="visually-hidden">
        {strings.help}
      </p>
      <p className="visually-hidden" role="status">
        {hasFocus && graph.hasNode(focused) ? props.nameOf(focused) : ''}
      </p>
      <div ref={tips} />
      {renderer && tipped !== undefined && (
        <NodeTip
          anchor={anchorOf(renderer, host.current, tipped)}
          host={tips}
          // Above the picture are the instructions for editing.
          boundary={editing.isOn ? host.current : null}
          onEnter={() => clearTimeout(leaving.current)}
          onLeave={() => setHovered(undefined)}
        >
          {props.renderTip(tipped)}
        </NodeTip>
      )}
    </div>
  );
}

/** The circle of `node` as an anchor for a tooltip. */
function anchorOf(renderer: GraphRenderer, host: HTMLElement | null, node: string): TipAnchor {
  const { x, y, radius } = renderer.camera.locate(node) ?? { x: 0, y: 0, radius: 0 };
  return {
    // Computed when the tooltip is placed: the picture may have moved on the page by then.
    getBoundingClientRect: () => {
      const corner = host?.getBoundingClientRect() ?? new DOMRect();
      return new DOMRect(corner.x + x - radius, corner.y + y - radius, 2 * radius, 2 * radius);
    },
  };
}
