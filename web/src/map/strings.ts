/** The texts that all maps share. */
export const mapStrings = {
  noTiles: 'This installation has no map server. Shown is an outline of the world.',
  tilesFailed: "The map couldn't be loaded. Shown is an outline of the world.",
  loading: 'Loading the map…',
  noLocation: 'No location',
  location: 'Location',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  twoFingers: 'Use two fingers to move the map',
} as const;
