import type Sigma from 'sigma';
import { NodeCircleProgram } from 'sigma/rendering';
import type { NodeDisplayData } from 'sigma/types';
import { floatColor } from 'sigma/utils';
import type { EdgeData, NodeData } from './model.ts';

/** The angles of the corners of the triangle around a node's circle. */
const ANGLES = [0, 1, 2].map((corner) => (corner * 2 * Math.PI) / 3);

/**
 * Draws the circles of all nodes as one list of triangles. Sigma's own program uses instancing, which takes five times
 * as long in a browser without a graphics card; and it draws all circles a second time, into a framebuffer in which it
 * looks up the node below the pointer.
 */
export class DotProgram extends NodeCircleProgram<NodeData, EdgeData> {
  constructor(gl: WebGLRenderingContext, _copy: WebGLFramebuffer | null, renderer: Sigma<NodeData, EdgeData>) {
    super(gl, null, renderer);
  }

  override getDefinition() {
    const { CONSTANT_ATTRIBUTES, CONSTANT_DATA: _, ...definition } = super.getDefinition();
    const attributes = definition.ATTRIBUTES.filter(({ name }) => name !== 'a_id');
    return { ...definition, ATTRIBUTES: [...attributes, ...CONSTANT_ATTRIBUTES] } as ReturnType<
      NodeCircleProgram['getDefinition']
    >;
  }

  override processVisibleItem(_id: number, start: number, { x, y, size, color }: NodeDisplayData): void {
    const packedColour = floatColor(color);
    let at = start;
    for (const angle of ANGLES) {
      for (const value of [x, y, size, packedColour, angle]) {
        this.array[at] = value;
        at += 1;
      }
    }
  }
}
