import type Sigma from 'sigma';
import type { Frame } from './display.ts';
import type { Extent } from './extent.ts';
import type { ChainGraph, EdgeData, NodeData, Point } from './model.ts';
import { MARGIN, ZOOM_STEP } from './settings.ts';

/** What the camera looks at. */
type Scene = { graph: ChainGraph; extent: Extent; frame: Frame };

/** The visible part of a graph that sigma draws, and the positions of its nodes on the screen. */
export class GraphCamera {
  readonly #sigma: Sigma<NodeData, EdgeData>;
  readonly #getScene: () => Scene;

  constructor(sigma: Sigma<NodeData, EdgeData>, getScene: () => Scene) {
    this.#sigma = sigma;
    this.#getScene = getScene;
  }

  get zoom(): number {
    return 1 / this.#sigma.getCamera().ratio;
  }

  zoomTo(zoom: number): void {
    const camera = this.#sigma.getCamera();
    camera.setState({ ratio: camera.getBoundedRatio(1 / zoom) });
  }

  zoomIn(): void {
    this.zoomTo(this.zoom * ZOOM_STEP);
  }

  zoomOut(): void {
    this.zoomTo(this.zoom / ZOOM_STEP);
  }

  /** Shows the whole graph, as far as the zoom limits allow. */
  fit(): void {
    const camera = this.#sigma.getCamera();
    camera.setState({ x: 0.5, y: 0.5, ratio: camera.getBoundedRatio(Math.max(1, this.#ratioOfAll())) });
  }

  /** Shows the whole graph, or only the surroundings of `node` if the whole does not fit. */
  open(node: string | undefined): void {
    if (node === undefined || this.canShowAll) this.fit();
    else this.#start(node);
  }

  /** Centres `node`, as far as no space beside the graph becomes visible. */
  #start(node: string): void {
    const { width, height } = this.#sigma.getDimensions();
    const { graph, extent } = this.#getScene();
    const { x, y } = graph.getNodeAttributes(node);
    const kept = (at: number, [from, to]: [number, number], room: number) =>
      to - from + 2 * MARGIN <= room
        ? (from + to) / 2
        : Math.min(to + MARGIN - room / 2, Math.max(from - MARGIN + room / 2, at));
    const middle = { x: kept(x, extent.x, width), y: kept(y, extent.y, height) };
    this.#sigma.getCamera().setState(this.#sigma.viewportToFramedGraph(this.#sigma.graphToViewport(middle)));
  }

  #center(node: string): void {
    const data = this.#sigma.getNodeDisplayData(node);
    if (data) this.#sigma.getCamera().setState({ x: data.x, y: data.y });
  }

  /** Centres `node` unless it is visible. */
  reveal(node: string): void {
    if (!this.isInSight(node, MARGIN)) this.#center(node);
  }

  /** True if the centre of `node` is at least `margin` pixels inside the visible part. */
  isInSight(node: string, margin = 0): boolean {
    const { width, height } = this.#sigma.getDimensions();
    const { x, y } = this.locate(node) ?? { x: -1, y: -1 };
    return x >= margin && x <= width - margin && y >= margin && y <= height - margin;
  }

  /** The position of `node`, in pixels from the top left corner of the container, and its radius. */
  locate(node: string): (Point & { radius: number }) | undefined {
    const data = this.#sigma.getNodeDisplayData(node);
    if (!data) return undefined;
    // With the present state of the camera: sigma's own matrix is that of the last frame, before the latest move.
    const at = this.#sigma.framedGraphToViewport(data, { cameraState: this.#sigma.getCamera().getState() });
    return { ...at, radius: this.#sigma.scaleSize(data.size) };
  }

  /** True if the whole graph is visible at zoom 1, labels included. */
  get canShowAll(): boolean {
    return this.#ratioOfAll() <= 1;
  }

  /** The camera ratio at which the whole graph is visible, labels included. */
  #ratioOfAll(): number {
    const { frame, extent } = this.#getScene();
    if (frame.fit) return 1;
    const { width, height } = this.#sigma.getDimensions();
    const { x, y } = extent;
    return Math.max((x[1] - x[0] + 2 * MARGIN) / width, (y[1] - y[0] + 2 * MARGIN) / height);
  }
}
