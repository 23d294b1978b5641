import Sigma from 'sigma';
import { GraphCamera } from './camera.ts';
import { dotsIn } from './covered-dots.ts';
import type { Display, Frame } from './display.ts';
import { type DropTarget, linkNear } from './drop-target.ts';
import { type Extent, extentOf, withMinimumSize } from './extent.ts';
import { HullLayer } from './hull-layer.ts';
import { type Hull, type View, writeHullLabels } from './hulls.ts';
import { createLabelPlacer, type LabelPlacer, OccupiedSpace, paintLabel } from './labels.ts';
import { LinkDrag } from './link-drag.ts';
import type { Look } from './look.ts';
import { type ChainGraph, createGraph, type EdgeData, type NodeData, type Point } from './model.ts';
import { NodeFinder } from './node-finder.ts';
import { placeNodeLabels } from './node-labels.ts';
import { NEAR_ZOOM, settingsOf } from './settings.ts';
import { SharedTouches } from './shared-touches.ts';

type Calls = {
  /** The pointer entered a node, or left it. */
  onPoint: (node: string | undefined) => void;
  /** A node was clicked or tapped. */
  onOpen: (node: string, event: MouseEvent | TouchEvent) => void;
  /** A node is dragged over another target; returns true if dropping it there would be refused. */
  onDrag: (node: string, target: DropTarget | undefined) => boolean;
  onDrop: (node: string, target: DropTarget) => void;
  /** The visible part has changed. */
  onMove: (zoom: number) => void;
  /** A WebGL context was lost; called once. */
  onLost: () => void;
};

type Size = { width: number; height: number };

type Options = { frame: Frame; look: Look; calls: Calls };

/** The maximum distance of the pointer from a node that it selects, and from a link. */
const SLACK_PX = 4;
const LINK_SLACK_PX = 9;
/** The minimum extent of a fitted picture, in graph units, so that a small graph is not enlarged too much. */
const MIN_EXTENT = 14;
/** Nodes of a smaller radius, in pixels, are drawn without a label. */
const LABELLED_FROM = { layers: 4.5, packed: 12 };
/** The opacity of the label of a node that does not match the search. */
const FADED = 0.35;
const NO_HULLS: readonly Hull[] = [];
const keys = ['active', 'root', 'matches', 'until', 'hulls'] as const;

/** Draws a graph whose nodes have positions with sigma: circles, lines and text on canvases, never HTML. */
export class GraphRenderer {
  readonly camera: GraphCamera;
  readonly #sigma: Sigma<NodeData, EdgeData>;
  readonly #container: HTMLElement;
  readonly #calls: Calls;
  readonly #hulls: HullLayer;
  readonly #drag: LinkDrag;
  readonly #touches: SharedTouches;
  readonly #resizes: ResizeObserver;
  readonly #space = new OccupiedSpace();
  #graph = createGraph();
  #extent: Extent = extentOf(this.#graph);
  #finder: NodeFinder | undefined;
  #labels: LabelPlacer | undefined;
  #look: Look;
  #frame: Frame;
  #display: Display = {};
  /** The size of the container at the last layout, in CSS pixels. */
  #size: Size;
  #isKilled = false;
  #isLost = false;

  /** Draws nothing until `show` is called. */
  constructor(container: HTMLElement, { frame, look, calls }: Options) {
    this.#container = container;
    this.#look = look;
    this.#frame = frame;
    this.#calls = calls;
    // Begins with an empty graph, because each setting would draw the whole graph again.
    this.#sigma = new Sigma(this.#graph, container, this.#settings());
    this.camera = new GraphCamera(this.#sigma, () => ({
      graph: this.#graph,
      extent: this.#extent,
      frame: this.#frame,
    }));
    this.#size = { width: container.offsetWidth, height: container.offsetHeight };
    this.#findBySpace();
    this.#hulls = new HullLayer(this.#sigma.createCanvas('hulls', { beforeLayer: 'edges' }));
    this.#drag = new LinkDrag(this.#sigma, {
      targetAt: (at, node) => this.#targetAt(at, node),
      onDrag: calls.onDrag,
      onDrop: calls.onDrop,
    });
    this.#touches = new SharedTouches(this.#sigma, (at) => this.#drag.isAllowed && this.#nodeAt(at) !== undefined);
    this.#listen();
    this.#sigma.resize(true);
    this.#resizes = new ResizeObserver(() => this.#resize());
    this.#resizes.observe(container);
  }

  kill(): void {
    this.#isKilled = true;
    this.#resizes.disconnect();
    this.#hulls.end();
    this.#sigma.kill();
  }

  /** Draws `graph` with the options `display` from now on; the camera does not move. */
  show(graph: ChainGraph, display: Display): void {
    const before = this.#display;
    this.#display = display;
    if (graph !== this.#graph) this.#draw(graph);
    else if (keys.some((key) => display[key] !== before[key])) {
      const partialGraph = this.#changes(before, display);
      if (partialGraph) this.#repaint(partialGraph);
      else this.#sigma.refresh({ skipIndexation: true });
    }
  }

  /** Repaints these; or all if sigma throws, because it has not drawn since its settings or the window size changed. */
  #repaint(partialGraph: { nodes: string[]; edges: string[] }): void {
    try {
      this.#sigma.refresh({ skipIndexation: true, partialGraph });
    } catch {
      this.#sigma.refresh();
    }
  }

  /** Sets whether nodes can be dragged onto others. */
  setEditable(isEditable: boolean): void {
    this.#drag.allow(isEditable);
  }

  /** Sets whether one finger scrolls the page, or moves the picture because it fills the whole window. */
  setInPage(isInPage: boolean): void {
    this.#touches.isInPage = isInPage;
  }

  setLook(look: Look): void {
    this.#look = look;
    this.#labels = undefined;
    this.#sigma.setSettings(this.#settings());
  }

  setFrame(frame: Frame): void {
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#labels = undefined;
    this.#sigma.setSettings(this.#settings());
    this.camera.zoomTo(this.camera.zoom);
  }

  /** Measures and draws all labels again, because other fonts have loaded. */
  rewrite(): void {
    this.#labels = undefined;
    this.#sigma.scheduleRender();
  }

  #draw(graph: ChainGraph): void {
    this.#graph = graph;
    this.#extent = extentOf(graph);
    this.#finder = undefined;
    if (this.#frame.fit) this.#sigma.setCustomBBox(withMinimumSize(this.#extent, MIN_EXTENT));
    this.#sigma.setGraph(graph);
  }

  #settings() {
    return settingsOf({
      frame: this.#frame,
      look: this.#look,
      getScene: () => ({ graph: this.#graph, extent: this.#extent, display: this.#display }),
    });
  }

  #listen(): void {
    const { onPoint, onOpen, onMove, onLost } = this.#calls;
    const point = (node: string | undefined) => {
      this.#container.style.cursor = node === undefined ? '' : 'pointer';
      onPoint(node);
    };
    this.#sigma.on('resize', () => {
      const { width, height } = this.#sigma.getDimensions();
      this.#hulls.resize(width, height);
    });
    this.#sigma.on('beforeRender', () => this.#space.clear());
    this.#sigma.on('afterRender', () => this.#paint());
    this.#sigma.on('enterNode', ({ node }) => point(node));
    this.#sigma.on('leaveNode', () => point(undefined));
    this.#sigma.on('clickNode', ({ node, event }) => {
      if (!this.#drag.hasDragged) onOpen(node, event.original);
    });
    this.#sigma.getCamera().on('updated', ({ ratio }) => onMove(1 / ratio));
    const lose = () => {
      // Each layer has a context of its own, and all are usually lost together.
      if (!this.#isKilled && !this.#isLost) onLost();
      this.#isLost = true;
    };
    for (const layer of ['edges', 'nodes', 'hoverNodes']) {
      this.#sigma.getCanvases()[layer]?.addEventListener('webglcontextlost', lose);
    }
  }

  /** Makes sigma use `NodeFinder` to find the node below the pointer; it has no setting for that. */
  #findBySpace(): void {
    Object.assign(this.#sigma, { getNodeAtPosition: (at: Point) => this.#nodeAt(at) ?? null });
  }

  #nodeAt(at: Point): string | undefined {
    const { until = Number.POSITIVE_INFINITY } = this.#display;
    const slack = SLACK_PX / this.#sigma.scaleSize();
    const isShown = (node: string) => this.#graph.getNodeAttribute(node, 'time') <= until;
    return this.#findable().at(this.#sigma.viewportToGraph(at), slack, isShown);
  }

  #findable(): NodeFinder {
    this.#finder ??= new NodeFinder(this.#graph);
    return this.#finder;
  }

  /** The drop target at a point while `node` is dragged: another node, else a link that `node` is not an end of. */
  #targetAt(at: Point, node: string): DropTarget | undefined {
    const below = this.#nodeAt(at);
    if (below !== undefined) return below === node ? undefined : { parent: below };
    const { until = Number.POSITIVE_INFINITY } = this.#display;
    const isOpen = (end: string) => end !== node && this.#graph.getNodeAttribute(end, 'time') <= until;
    return linkNear(this.#graph, this.#sigma.viewportToGraph(at), LINK_SLACK_PX / this.#sigma.scaleSize(), isOpen);
  }

  /** The nodes and edges that look different in `display` than before; undefined if that may be all of them. */
  #changes(before: Display, display: Display): { nodes: string[]; edges: string[] } | undefined {
    if (before.root !== display.root || before.matches !== display.matches) return undefined;
    const [one = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY] = [before.until, display.until];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const isActive = (node: string) => node === before.active || node === display.active;
    const nodes = this.#graph.filterNodes((node, { time }) => isActive(node) || (time > from && time <= to));
    return { nodes, edges: [...new Set(nodes.flatMap((node) => this.#graph.edges(node)))] };
  }

  #resize(): void {
    const { offsetWidth: width, offsetHeight: height } = this.#container;
    // Sigma follows the size of the window without computing the positions again.
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    this.#sigma.refresh();
    // A graph that was too large for the window may fit now.
    if (!this.#frame.fit && Math.abs(this.camera.zoom - 1) < NEAR_ZOOM && this.camera.canShowAll) this.camera.fit();
    this.#calls.onMove(this.camera.zoom);
  }

  /** Draws what sigma does not: hulls and labels of chains, labels of nodes, and the link that is being dragged. */
  #paint(): void {
    const { labels, hovers } = this.#sigma.getCanvases();
    const { hulls = NO_HULLS, until } = this.#display;
    const content = { hulls, look: this.#look, until };
    const [view, size] = [this.#view(), this.#sigma.getDimensions()];
    this.#hulls.show(view, content);
    const words = labels?.getContext('2d');
    if (words) {
      this.#writeNodeLabels(words, view, size);
      const isOnDot = dotsIn({ graph: this.#graph, finder: this.#findable(), until }, view);
      writeHullLabels(words, content, view, size, this.#space, isOnDot);
    }
    const above = hovers?.getContext('2d');
    if (above) this.#drag.paint(above, (node) => this.camera.locate(node), this.#look.accent);
  }

  #writeNodeLabels(words: CanvasRenderingContext2D, view: View, { width, height }: Size): void {
    const { active, matches } = this.#display;
    this.#labels ??= createLabelPlacer(this.#look, this.#space);
    const minRadius = this.#frame.fit ? LABELLED_FROM.packed : LABELLED_FROM.layers;
    const labelled = { graph: this.#graph, finder: this.#findable(), display: this.#display, minRadius };
    const area = { left: 0, right: width, top: 0, bottom: height };
    for (const { node, label } of placeNodeLabels(words, this.#labels, labelled, view, area)) {
      const strength = matches === undefined || matches.has(node) ? 1 : FADED;
      paintLabel(words, label, this.#look, { isActive: node === active, hasPlate: !this.#frame.fit, strength });
    }
  }

  #view(): View {
    const origin = this.#sigma.graphToViewport({ x: 0, y: 0 });
    return { ...origin, scale: this.#sigma.graphToViewport({ x: 1, y: 0 }).x - origin.x };
  }
}
