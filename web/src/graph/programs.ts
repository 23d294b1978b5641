import type Sigma from 'sigma';
import { NodeCircleProgram } from 'sigma/rendering';
import type { NodeDisplayData } from 'sigma/types';
import { floatColor } from 'sigma/utils';
import type { EdgeData, NodeData } from './model.ts';

/** The corners of the triangle that holds a dot. */
const ANGLES = [0, 1, 2].map((corner) => (corner * 2 * Math.PI) / 3);

/**
 * Draws dots as one list of triangles. Sigma's own program draws a triangle again and again (instancing), for which a
 * browser without a graphics card takes five times as long; and it draws all dots a second time, into a copy in which
 * it looks up what is below the pointer.
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
