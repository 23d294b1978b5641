import type Sigma from 'sigma';
import { NodeCircleProgram } from 'sigma/rendering';
import type { EdgeData, NodeData } from './model.ts';

/** Draws dots once: not again for a copy in which sigma would look up what is below the pointer. */
export class DotProgram extends NodeCircleProgram<NodeData, EdgeData> {
  constructor(gl: WebGLRenderingContext, _copy: WebGLFramebuffer | null, renderer: Sigma<NodeData, EdgeData>) {
    super(gl, null, renderer);
  }
}
