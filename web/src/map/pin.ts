import * as L from 'leaflet';
import { PIN, PIN_EYE, PIN_SIZE } from './pin-shape.ts';
import { drawnLatitude, nearestCopy, type Point, wrapLongitude } from './point.ts';

const { width, height } = PIN_SIZE;
/** How far an arrow key moves a pin, in pixels. */
const STEP = 10;
const steps: Record<string, L.PointTuple> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The SVG element of a pin. */
function pinElement(): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.setAttribute('aria-hidden', 'true');
  const body = document.createElementNS(namespace, 'path');
  body.setAttribute('d', PIN);
  const eye = document.createElementNS(namespace, 'circle');
  for (const [name, value] of Object.entries(PIN_EYE)) eye.setAttribute(name, value);
  svg.append(body, eye);
  return svg;
}

/** Adds a pin to `map` that is moved by dragging and by arrow keys; `onMove` gets its new point. */
export function addPin(map: L.Map, point: Point, label: string, onMove: (point: Point) => void): L.Marker {
  // Leaflet accepts an element instead of HTML; its types allow only an HTML element, not SVG.
  const html = document.createElement('span');
  html.append(pinElement());
  const icon = L.divIcon({ className: 'map-pin', html, iconSize: [width, height], iconAnchor: [width / 2, height] });
  const marker = L.marker(toLatLng(map, point), { icon, draggable: true, autoPan: true, keyboard: true }).addTo(map);
  const element = marker.getElement();
  element?.setAttribute('aria-label', label);
  element?.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add(step));
    marker.setLatLng(next);
    map.panInside(next, { padding: [40, 40], animate: false });
    onMove(toPoint(next));
  });
  marker.on('dragend', () => onMove(toPoint(marker.getLatLng())));
  return marker;
}

/** The coordinates at which `point` is drawn on a map that repeats the world. */
export function toLatLng(map: L.Map, { lat, lng }: Point): L.LatLngTuple {
  return [drawnLatitude(lat), nearestCopy(lng, map.getCenter().lng)];
}

/** The point that is drawn at `latLng`, rounded to about a tenth of a metre. */
export function toPoint(latLng: L.LatLng): Point {
  const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return { lat: rounded(Math.max(-90, Math.min(90, latLng.lat))), lng: rounded(wrapLongitude(latLng.lng)) };
}
