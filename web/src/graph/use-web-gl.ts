import { useState } from 'react';

/** After this many lost contexts WebGL is not tried again. */
const MAX_LOSSES = 3;

type WebGl = {
  /** False if pictures must be drawn without WebGL. */
  isAvailable: boolean;
  /** Changes after each lost context, as the React key of a new picture. */
  drawingKey: number;
  onLost: () => void;
};

/** Whether to draw a picture with WebGL; after a lost context (such as a reset graphics card) it is drawn again. */
export function useWebGl(): WebGl {
  const [isSupported] = useState(hasWebGl);
  const [losses, setLosses] = useState(0);
  return {
    isAvailable: isSupported && losses < MAX_LOSSES,
    drawingKey: losses,
    onLost: () => setLosses((before) => before + 1),
  };
}

function hasWebGl(): boolean {
  const context =
    document.createElement('canvas').getContext('webgl2') ?? document.createElement('canvas').getContext('webgl');
  // Releases the context, because browsers limit their number.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
