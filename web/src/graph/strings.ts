/** The sentences of every graph. */
export const graphStrings = {
  help: 'Arrow keys walk the links, Enter opens, Home returns to the start, plus and minus zoom.',
  noWebGl: "This browser can't draw with WebGL, so you see a simpler picture.",
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoom: (percent: number) => `${percent} %`,
  fit: 'Fit All',
  fullWindow: 'Full window',
  leaveFullWindow: 'Leave full window',
  saveAs: (kind: string) => `Save as ${kind}`,
  saveFailed: "The picture couldn't be saved",
} as const;
