/** The texts that all graphs share. */
export const graphStrings = {
  help: 'Arrow keys follow the links, Enter opens, Home returns to the start, plus and minus zoom.',
  noWebGl: "This browser can't draw with WebGL, so you see a simpler picture.",
  twoFingers: 'Use two fingers to move the picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoom: (percent: number) => `${percent}%`,
  fit: 'Fit All',
  fullWindow: 'Full window',
  leaveFullWindow: 'Leave full window',
  edit: 'Edit connections',
  editEnd: 'Done',
  editHelp: 'Drag an anecdote onto the one it continues, or onto a connection to put it between.',
  editKeys: 'With keys: C connects it, I inserts it, Delete removes its connection.',
  selected: (name: string) => `Selected: “${name}”`,
  connect: 'Connect to…',
  insert: 'Insert before…',
  unlink: 'Remove connection',
  choose: {
    connect: (name: string) =>
      `Choose what “${name}” continues: click it, or go to it with the arrow keys and press Enter.`,
    insert: (name: string) =>
      `Choose what “${name}” goes before: click it, or go to it with the arrow keys and press Enter.`,
  },
  nothingBefore: 'Nothing comes before it',
  gone: 'It is no longer in the picture',
  noLayout: "The picture couldn't be laid out, so you see a simpler one.",
  noWorker: "This browser couldn't lay the picture out in the background, so large ones take longer to appear.",
  cancel: 'Cancel',
  saveAs: (kind: string) => `Save as ${kind}`,
  saveFailed: "The picture couldn't be saved",
} as const;
