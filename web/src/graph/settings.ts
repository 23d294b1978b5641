import { EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering';
import type { Settings } from 'sigma/settings';
import type { Display, Frame } from './display.ts';
import type { Extent } from './extent.ts';
import { faded, type Look } from './look.ts';
import type { ChainGraph, EdgeData, NodeData } from './model.ts';
import { DotProgram } from './programs.ts';

/** What is drawn: the graph, its extent in graph units, and its display options. */
type Scene = { graph: ChainGraph; extent: Extent; display: Display };

type SettingsOptions = {
  frame: Frame;
  look: Look;
  /** Called whenever something is drawn. */
  getScene: () => Scene;
};

/** The margin around the graph, in pixels. */
export const MARGIN = 48;
/** By how much one step zooms. */
export const ZOOM_STEP = 1.25;
/** Zoom levels that differ by less than this count as equal. */
export const NEAR_ZOOM = 0.005;

/** The share of its colour that a node or link keeps if it does not match the search. */
const FADED = 0.18;

/** Returns the sigma settings for a graph. */
export function settingsOf(options: SettingsOptions): Partial<Settings<NodeData, EdgeData>> {
  const { frame, look, getScene } = options;
  const isActive = (node: string) => node === getScene().display.active;
  return {
    allowInvalidContainer: true,
    autoRescale: frame.fit,
    stagePadding: frame.fit ? MARGIN : 0,
    nodeProgramClasses: { circle: DotProgram },
    // Thousands of links are drawn as lines of one pixel, in a fraction of the time of rectangles.
    edgeProgramClasses: { line: frame.fit ? EdgeLineProgram : EdgeRectangleProgram },
    itemSizesReference: 'positions',
    zoomToSizeRatioFunction: (ratio) => ratio,
    minCameraRatio: 1 / frame.zoom[1],
    maxCameraRatio: 1 / frame.zoom[0],
    cameraPanBoundaries: {
      tolerance: 4 * MARGIN,
      // Getters, so that another graph needs no new settings: setting them would draw everything once more.
      boundaries: {
        get x() {
          return getScene().extent.x;
        },
        get y() {
          return getScene().extent.y;
        },
      },
    },
    zoomingRatio: ZOOM_STEP,
    doubleClickZoomingRatio: 1.5,
    minEdgeThickness: 1,
    zIndex: true,
    // Sigma's label code takes time for every node, even if none is large enough for a label.
    renderLabels: false,
    defaultDrawNodeHover: (context, { x, y, size, key }) => {
      context.beginPath();
      context.arc(x, y, size + 3.5, 0, 2 * Math.PI);
      context.lineWidth = 2;
      context.strokeStyle = isActive(key) ? look.ink : look.accent;
      context.stroke();
    },
    ...reducersOf(options),
  };
}

/** How nodes and links look with the current display options. Sigma passes a copy of the data, which may be changed. */
function reducersOf({
  look,
  getScene,
}: SettingsOptions): Pick<Settings<NodeData, EdgeData>, 'nodeReducer' | 'edgeReducer'> {
  const fadedLine = faded(look.line, look.paper, FADED);
  return {
    nodeReducer: (node, data) => {
      const { active, root, matches, until } = getScene().display;
      const isMatch = matches === undefined || matches.has(node);
      return Object.assign(data, {
        color: isMatch ? data.color : faded(data.color, look.paper, FADED),
        hidden: until !== undefined && data.time > until,
        highlighted: node === active || node === root,
        label: null,
        zIndex: node === active ? 2 : isMatch ? 1 : 0,
      });
    },
    edgeReducer: (edge, { size }) => {
      const { graph, display } = getScene();
      const { active, matches, until } = display;
      const [from, to] = graph.extremities(edge);
      const isLit = from === active || to === active;
      const isMatch = matches === undefined || (matches.has(from) && matches.has(to));
      const isLater = (node: string) => until !== undefined && graph.getNodeAttribute(node, 'time') > until;
      return {
        size: size * (isLit ? 1.4 : 1),
        color: isLit ? look.accent : isMatch ? look.line : fadedLine,
        hidden: isLater(from) || isLater(to),
        zIndex: isLit ? 1 : 0,
      };
    },
  };
}
