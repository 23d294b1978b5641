import { useState } from 'react';
import { hasWebGl } from './webgl.ts';

/** A browser that takes the drawing away this often is not asked again. */
const MAX_LOSSES = 3;

type WebGl = {
  /** False where a picture has to do without. */
  isThere: boolean;
  /** Another value for each new picture, after the browser took the one before away. */
  picture: number;
  onLost: () => void;
};

/** Whether a picture is drawn with WebGL, also again after the graphics card was reset. */
export function useWebGl(): WebGl {
  const [isThere] = useState(hasWebGl);
  const [losses, setLosses] = useState(0);
  return { isThere: isThere && losses < MAX_LOSSES, picture: losses, onLost: () => setLosses((before) => before + 1) };
}
