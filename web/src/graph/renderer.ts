import Sigma from 'sigma';
import { EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering';
import type { Settings } from 'sigma/settings';
import { type Drag, isMoved, paintDrag } from './drag.ts';
import { type Hull, paintHulls } from './hulls.ts';
import { createLabelPainter, TakenSpace } from './labels.ts';
import { faded, type Look } from './look.ts';
import { createGraph, type EdgeData, type NodeData, type Point, type StoryGraph } from './model.ts';
import { NodeFinder } from './node-finder.ts';
import { DotProgram } from './programs.ts';

/** How a graph is shown: one unit as one pixel, or all of it in the window. */
export type Frame = {
  fit: boolean;
  /** The smallest and the largest zoom; at 1 one unit is one pixel, or all of it is in the window. */
  zoom: readonly [number, number];
};

/** What stands out in a graph, and what is left out of it. */
export type Display = {
  /** The node that is pointed at or has the focus. */
  active?: string | undefined;
  /** The node the picture is about. */
  root?: string | undefined;
  /** Nodes that are looked for; all others fade. */
  matches?: ReadonlySet<string> | undefined;
  /** Later nodes are left out. */
  until?: number | undefined;
  hulls?: readonly Hull[] | undefined;
};

type Calls = {
  /** The pointer came to a node, or left all of them. */
  onPoint: (node: string | undefined) => void;
  onOpen: (node: string) => void;
  /** A node is dragged onto another; true when dropping it there would be refused. */
  onDrag: (node: string, target: string | undefined) => boolean;
  onDrop: (node: string, target: string) => void;
  /** What is in sight has changed. */
  onMove: (zoom: number) => void;
  /** The browser took the drawing away. */
  onLost: () => void;
};

type Options = { frame: Frame; look: Look; display: Display; calls: Calls };

/** How much of its colour a node keeps that is not looked for. */
const FADED = 0.18;
const FADED_WORDS = 0.35;
/** Nodes smaller than this, in pixels, are drawn without their words. */
const LABELLED_FROM = { layers: 4.5, packed: 12 };
/** How far beside a dot still means it. */
const SLACK_PX = 4;
/** Zooms nearer than this are the same. */
const NEAR = 0.005;
const MARGIN = 48;
/** How much a window shows that is to hold all, at least. */
const LEAST_EXTENT = 14;

/** Draws a placed graph with sigma; what it draws are dots, lines and text on canvases, never HTML. */
export class GraphRenderer {
  readonly #sigma: Sigma<NodeData, EdgeData>;
  readonly #container: HTMLElement;
  readonly #calls: Calls;
  readonly #hullCanvas: HTMLCanvasElement;
  readonly #resizes: ResizeObserver;
  #graph: StoryGraph;
  #look: Look;
  #frame: Frame;
  #display: Display;
  #finder: NodeFinder;
  readonly #space = new TakenSpace();
  /** The size for which the places were worked out. */
  #size: { width: number; height: number };
  #isKilled = false;
  #isEditable = false;
  #drag: Drag | undefined;
  #hasDragged = false;

  constructor(container: HTMLElement, graph: StoryGraph, { frame, look, display, calls }: Options) {
    this.#container = container;
    this.#graph = graph;
    this.#look = look;
    this.#frame = frame;
    this.#calls = calls;
    this.#display = display;
    this.#finder = new NodeFinder(graph);
    // With nothing in it at first: all there is to set would draw the whole graph again.
    this.#sigma = new Sigma(createGraph(), container, this.#settings());
    this.#findBySpace();
    this.#bound();
    this.#sigma.setGraph(graph);
    this.#size = { width: container.offsetWidth, height: container.offsetHeight };
    this.#hullCanvas = this.#sigma.createCanvas('hulls', { beforeLayer: 'edges' });
    this.#sigma.on('resize', () => this.#sizeHullCanvas());
    this.#sigma.resize(true);
    this.#sigma.on('beforeRender', () => this.#space.clear());
    this.#sigma.on('afterRender', () => {
      this.#paintHulls();
      this.#paintDrag();
    });
    this.#sigma.on('enterNode', ({ node }) => this.#point(node));
    this.#sigma.on('leaveNode', () => this.#point(undefined));
    this.#sigma.on('clickNode', ({ node }) => {
      if (!this.#hasDragged) calls.onOpen(node);
    });
    this.#followDrags();
    this.#sigma.getCamera().on('updated', ({ ratio }) => calls.onMove(1 / ratio));
    for (const layer of ['edges', 'nodes', 'hoverNodes']) {
      this.#sigma.getCanvases()[layer]?.addEventListener('webglcontextlost', () => {
        if (!this.#isKilled) calls.onLost();
      });
    }
    this.#resizes = new ResizeObserver(() => this.#resize());
    this.#resizes.observe(container);
    // What was drawn so far is without hulls, and the change of the size took the labels away.
    this.#sigma.scheduleRender();
  }

  kill(): void {
    this.#isKilled = true;
    this.#resizes.disconnect();
    this.#sigma.kill();
  }

  /** Draws `graph` from now on; what is in sight stays. */
  setGraph(graph: StoryGraph): void {
    if (graph === this.#graph) return;
    this.#graph = graph;
    this.#finder = new NodeFinder(graph);
    // Before anything else: what else is set draws what sigma holds, and the reducers look into this graph.
    this.#sigma.setGraph(graph);
    this.#bound();
    this.#sigma.setSettings(this.#settings());
  }

  /** Lets nodes be dragged onto others. */
  setEditable(isEditable: boolean): void {
    this.#isEditable = isEditable;
    this.#drag = undefined;
  }

  setLook(look: Look): void {
    this.#look = look;
    this.#sigma.setSettings(this.#settings());
  }

  setFrame(frame: Frame): void {
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#sigma.setSettings(this.#settings());
    this.zoomTo(1 / this.#sigma.getCamera().ratio);
  }

  setDisplay(display: Display): void {
    const before = this.#display;
    this.#display = display;
    const others = ({ root, matches, until, hulls }: Display) => [root, matches, until, hulls];
    const [now, then] = [others(display), others(before)];
    const isSame = now.every((value, index) => value === then[index]);
    if (isSame && display.active === before.active) return;
    this.#sigma.refresh({ skipIndexation: true, ...(isSame && { partialGraph: this.#around(before, display) }) });
  }

  get zoom(): number {
    return 1 / this.#sigma.getCamera().ratio;
  }

  zoomTo(zoom: number): void {
    const camera = this.#sigma.getCamera();
    camera.setState({ ratio: camera.getBoundedRatio(1 / zoom) });
  }

  /** Shows all, as far as zooming allows. */
  fit(): void {
    const camera = this.#sigma.getCamera();
    camera.setState({ x: 0.5, y: 0.5, ratio: camera.getBoundedRatio(Math.max(1, this.#ratioOfAll())) });
  }

  /** Shows all, or `node` and what is around it where all would be too much. */
  open(node: string | undefined): void {
    if (node === undefined || this.#ratioOfAll() <= 1) this.fit();
    else this.center(node);
  }

  /** Puts `node` into the middle. */
  center(node: string): void {
    const data = this.#sigma.getNodeDisplayData(node);
    if (data) this.#sigma.getCamera().setState({ x: data.x, y: data.y });
  }

  /** Moves `node` into sight, unless it is there. */
  reveal(node: string): void {
    if (!this.isInSight(node, MARGIN)) this.center(node);
  }

  /** True when the middle of `node` is at least `margin` pixels inside of what is in sight. */
  isInSight(node: string, margin = 0): boolean {
    const { width, height } = this.#sigma.getDimensions();
    const { x, y } = this.locate(node) ?? { x: -1, y: -1 };
    return x >= margin && x <= width - margin && y >= margin && y <= height - margin;
  }

  /** Where `node` is drawn, in pixels from the corner of the container, and the radius of its dot. */
  locate(node: string): (Point & { radius: number }) | undefined {
    const data = this.#sigma.getNodeDisplayData(node);
    if (!data) return undefined;
    return { ...this.#sigma.framedGraphToViewport(data), radius: this.#sigma.scaleSize(data.size) };
  }

  #settings(): Partial<Settings<NodeData, EdgeData>> {
    const { fit, zoom } = this.#frame;
    const { paper, line, accent, ink } = this.#look;
    const paintLabel = createLabelPainter(this.#look, this.#space, !fit);
    const { x, y } = this.#extent();
    const isActive = (node: string) => node === this.#display.active;
    return {
      allowInvalidContainer: true,
      autoRescale: fit,
      stagePadding: fit ? MARGIN : 0,
      nodeProgramClasses: { circle: DotProgram },
      // Thousands of links are drawn as lines of a pixel, which take a fraction of the time.
      edgeProgramClasses: { line: fit ? EdgeLineProgram : EdgeRectangleProgram },
      itemSizesReference: 'positions',
      zoomToSizeRatioFunction: (ratio) => ratio,
      minCameraRatio: 1 / zoom[1],
      maxCameraRatio: 1 / zoom[0],
      cameraPanBoundaries: { tolerance: 4 * MARGIN, boundaries: { x, y } },
      zoomingRatio: 1.25,
      doubleClickZoomingRatio: 1.5,
      minEdgeThickness: 1,
      zIndex: true,
      labelDensity: 1_000,
      labelRenderedSizeThreshold: fit ? LABELLED_FROM.packed : LABELLED_FROM.layers,
      defaultDrawNodeLabel: (context, data) => {
        const { matches } = this.#display;
        const strength = matches && !matches.has(data.key) ? FADED_WORDS : 1;
        paintLabel(context, data as typeof data & NodeData, { isActive: isActive(data.key), strength });
      },
      defaultDrawNodeHover: (context, { x, y, size, key }) => {
        context.beginPath();
        context.arc(x, y, size + 3.5, 0, 2 * Math.PI);
        context.lineWidth = 2;
        context.strokeStyle = isActive(key) ? ink : accent;
        context.stroke();
      },
      nodeReducer: (node, data) => {
        const { active, root, matches, until } = this.#display;
        const isSought = matches === undefined || matches.has(node);
        return {
          ...data,
          size: data.size,
          color: isSought ? data.color : faded(data.color, paper, FADED),
          hidden: until !== undefined && data.time > until,
          highlighted: node === active || node === root,
          forceLabel: node === active,
          zIndex: node === active ? 2 : isSought ? 1 : 0,
        };
      },
      edgeReducer: (edge, data) => {
        const { active, matches, until = Number.POSITIVE_INFINITY } = this.#display;
        const [from, to] = this.#graph.extremities(edge);
        const isLit = from === active || to === active;
        const isSought = matches === undefined || (matches.has(from) && matches.has(to));
        return {
          size: data.size * (isLit ? 1.4 : 1),
          color: isLit ? accent : isSought ? line : faded(line, paper, FADED),
          hidden: [from, to].some((node) => this.#graph.getNodeAttribute(node, 'time') > until),
          zIndex: isLit ? 1 : 0,
        };
      },
    };
  }

  /** Keeps a small graph from being blown up when all of it is to fill the window. */
  #bound(): void {
    if (!this.#frame.fit) return;
    const { x, y } = this.#extent();
    const least = ([from, to]: [number, number]): [number, number] => {
      const more = Math.max(0, LEAST_EXTENT - (to - from)) / 2;
      return [from - more, to + more];
    };
    this.#sigma.setCustomBBox({ x: least(x), y: least(y) });
  }

  /** Has sigma look for the node below the pointer in the page's own memory; it offers no setting for that. */
  #findBySpace(): void {
    Object.assign(this.#sigma, { getNodeAtPosition: (at: Point) => this.#nodeAt(at) ?? null });
  }

  #nodeAt(at: Point): string | undefined {
    const { until = Number.POSITIVE_INFINITY } = this.#display;
    const slack = SLACK_PX / this.#sigma.scaleSize();
    const isShown = (node: string) => this.#graph.getNodeAttribute(node, 'time') <= until;
    return this.#finder.at(this.#sigma.viewportToGraph(at), slack, isShown);
  }

  /** How much of the graph a pixel has to hold so that all is in sight, words included. */
  #ratioOfAll(): number {
    if (this.#frame.fit) return 1;
    const { width, height } = this.#sigma.getDimensions();
    const { x, y } = this.#extent();
    return Math.max((x[1] - x[0] + 2 * MARGIN) / width, (y[1] - y[0] + 2 * MARGIN) / height);
  }

  #extent(): { x: [number, number]; y: [number, number] } {
    const x: [number, number] = [0, 0];
    const y: [number, number] = [0, 0];
    let isFirst = true;
    this.#graph.forEachNode((_, at) => {
      x[0] = isFirst ? at.x : Math.min(x[0], at.x);
      x[1] = isFirst ? at.x : Math.max(x[1], at.x);
      y[0] = isFirst ? at.y : Math.min(y[0], at.y);
      y[1] = isFirst ? at.y : Math.max(y[1], at.y);
      isFirst = false;
    });
    return { x, y };
  }

  /** What looks different when only the active node is another one. */
  #around(...displays: readonly Display[]): { nodes: string[]; edges: string[] } {
    const nodes = displays.flatMap(({ active }) => (active !== undefined && this.#graph.hasNode(active) ? active : []));
    return { nodes, edges: [...new Set(nodes.flatMap((node) => this.#graph.edges(node)))] };
  }

  #point(node: string | undefined): void {
    this.#container.style.cursor = node === undefined ? '' : 'pointer';
    this.#calls.onPoint(node);
  }

  #followDrags(): void {
    this.#sigma.on('downNode', ({ node, event: { x, y } }) => {
      this.#hasDragged = false;
      if (!this.#isEditable) return;
      this.#drag = { node, from: { x, y }, at: { x, y }, target: undefined, isRefused: false };
    });
    this.#sigma.on('moveBody', ({ event, preventSigmaDefault }) => {
      const drag = this.#drag;
      if (!drag) return;
      // The picture stays where it is.
      preventSigmaDefault();
      event.original.preventDefault();
      const at = { x: event.x, y: event.y };
      const below = this.#nodeAt(at);
      const target = below === drag.node ? undefined : below;
      const isRefused = target === drag.target ? drag.isRefused : this.#calls.onDrag(drag.node, target);
      this.#drag = { ...drag, at, target, isRefused };
      this.#sigma.scheduleRender();
    });
    const end = () => {
      const drag = this.#drag;
      this.#drag = undefined;
      if (!drag || !isMoved(drag)) return;
      this.#hasDragged = true;
      if (drag.target !== undefined) this.#calls.onDrop(drag.node, drag.target);
      this.#sigma.scheduleRender();
    };
    this.#sigma.on('upNode', end);
    this.#sigma.on('upStage', end);
  }

  #paintDrag(): void {
    const context = this.#sigma.getCanvases().hovers?.getContext('2d');
    const from = this.#drag && this.locate(this.#drag.node);
    if (this.#drag && context && from) paintDrag(context, this.#drag, from, this.#look.accent);
  }

  #resize(): void {
    const { offsetWidth: width, offsetHeight: height } = this.#container;
    // Sigma itself follows the size of the window without working the places out anew.
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    this.#sigma.refresh();
    // What was too large for the window before may have room in it now.
    if (!this.#frame.fit && Math.abs(this.zoom - 1) < NEAR && this.#ratioOfAll() <= 1) this.fit();
    this.#calls.onMove(this.zoom);
  }

  #sizeHullCanvas(): void {
    const { width, height } = this.#sigma.getDimensions();
    this.#hullCanvas.width = width * devicePixelRatio;
    this.#hullCanvas.height = height * devicePixelRatio;
  }

  #paintHulls(): void {
    const context = this.#hullCanvas.getContext('2d');
    const labels = this.#sigma.getCanvases().labels?.getContext('2d');
    const { hulls, until } = this.#display;
    if (!context || !labels) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#hullCanvas.width, this.#hullCanvas.height);
    if (!hulls) return;
    const toViewport = (point: Point) => this.#sigma.graphToViewport(point);
    paintHulls({ context, labels, hulls, graph: this.#graph, look: this.#look, until, space: this.#space, toViewport });
  }
}
