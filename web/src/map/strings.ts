/** The texts that all maps share. */
export const mapStrings = {
  noTiles: 'This installation has no map server. You see an outline of the world instead.',
  tilesFailed: "The map couldn't be loaded. You see an outline of the world instead.",
  loading: 'Loading the map…',
  noLocation: 'No location',
  location: 'Location',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  twoFingers: 'Use two fingers to move the map',
} as const;
