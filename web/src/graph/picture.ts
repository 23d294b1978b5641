import { extentOf } from './extent.ts';
import { createLabelPlacer, OccupiedSpace, type PlacedLabel, type Rectangle } from './labels.ts';
import type { Look } from './look.ts';
import type { ChainGraph } from './model.ts';
import { NodeFinder } from './node-finder.ts';
import { placeNodeLabels } from './node-labels.ts';

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 60;
/** The maximum side of a PNG: browsers refuse larger canvases. */
const LONGEST_PX = 8_192;
/** Pixels of a PNG per unit of the SVG, if the image is not too large. */
const DENSITY = 2;

type Names = Record<string, string | number>;

/** Returns the whole `graph` as a standalone SVG image. Texts are text nodes, so nothing in them can run. */
export function svgOf(graph: ChainGraph, look: Look, scale = 1): SVGSVGElement {
  const at = (x: number, y: number) => ({ x: x * scale, y: -y * scale });
  const extent = extentOf(graph);
  const { x: left, y: top } = at(extent.x[0], extent.y[1]);
  const { x: right, y: bottom } = at(extent.x[1], extent.y[0]);
  const [width, height] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
  const svg = make('svg', { width, height, viewBox: `${left - MARGIN} ${top - MARGIN} ${width} ${height}` });
  svg.append(make('rect', { x: left - MARGIN, y: top - MARGIN, width, height, fill: look.paper }));
  graph.forEachEdge((_edge, { size }, _parent, _child, from, to) => {
    const [start, end] = [at(from.x, from.y), at(to.x, to.y)];
    const ends = { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
    svg.append(make('line', { ...ends, stroke: look.line, 'stroke-width': Math.max(1, size * scale) }));
  });
  graph.forEachNode((_, { size, color, x, y }) => {
    const middle = at(x, y);
    svg.append(make('circle', { cx: middle.x, cy: middle.y, r: Math.max(1.5, size * scale), fill: color }));
  });
  for (const { x, text, tags } of labelsOf(graph, look, scale, { left, right, top, bottom })) {
    svg.append(write(text, { x, fill: look.ink }, look.serif));
    if (tags) svg.append(write(tags, { x, fill: look.quiet }, look.sans));
  }
  return svg as SVGSVGElement;
}

/** The labels that have room in the picture, whose nodes are in `area`. */
function* labelsOf(graph: ChainGraph, fonts: Look, scale: number, area: Rectangle): Generator<PlacedLabel, void> {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  const place = createLabelPlacer(fonts, new OccupiedSpace());
  const labelled = { graph, finder: new NodeFinder(graph), display: {}, minRadius: 0 };
  for (const { label } of placeNodeLabels(context, place, labelled, { x: 0, y: 0, scale }, area)) yield label;
}

/** Returns `svg` as a standalone file. */
export function svgFile(svg: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
}

/** Returns `svg` as a PNG, scaled down if it would be too large for a canvas. Rejects if the browser cannot draw it. */
export async function pngFile(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const density = Math.min(DENSITY, LONGEST_PX / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * density);
  canvas.height = Math.ceil(height * density);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('The canvas is too large'))), 'image/png');
  });
}

function make(name: string, attributes: Names): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}

function write({ words, px, place }: PlacedLabel['text'], attributes: Names, family: string): SVGElement {
  const font = { 'font-size': px, 'font-family': family, 'text-anchor': 'middle', 'unicode-bidi': 'plaintext' };
  const element = make('text', { ...attributes, ...font, y: place.top + px - 2 });
  element.textContent = words;
  return element;
}
