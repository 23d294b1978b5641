import type { Map as LeafletMap } from 'leaflet';

/** Ends a running zoom now. Leaflet, which has no public method for that, ignores all other moves until its end. */
export function endZoom(map: LeafletMap): void {
  (map as LeafletMap & { _onZoomTransitionEnd(): void })._onZoomTransitionEnd();
}
