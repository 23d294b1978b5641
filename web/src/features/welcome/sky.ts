export type Point = { x: number; y: number };

export const DOTS = 25;

const REACH = 210;
const DRIFT = 9;
/** The fractional parts of multiples of these two cover a square evenly, without visible rows. */
const SPREAD = { along: 0.7548777, across: 0.5698403 };

/**
 * The positions of the 25 dots in a sky of this size, `seconds` after the start. They keep clear of the middle, where
 * the text is: in a wide sky they are left and right of it, in a narrow one above and below.
 */
export function dotsAt(width: number, height: number, seconds: number): Point[] {
  const wide = width > 900;
  return Array.from({ length: DOTS }, (_, index) => {
    const second = index % 2 === 1;
    const step = Math.floor(index / 2) + (second ? 40 : 1);
    const along = (step * SPREAD.along) % 1;
    const across = (step * SPREAD.across) % 1;
    const still = wide
      ? { x: edge(across * 0.165, second) * width, y: (0.07 + along * 0.86) * height }
      : { x: (0.03 + along * 0.94) * width, y: edge(0.03 + across * 0.14, second) * height };
    return {
      x: still.x + DRIFT * Math.sin(seconds * (0.16 + 0.05 * across) + index * 1.7),
      y: still.y + DRIFT * Math.cos(seconds * (0.13 + 0.06 * along) + index * 2.3),
    };
  });
}

/** The lines between dots that are near each other, and from `pointer` to the dots near it, each as one SVG path. */
export function linesBetween(
  dots: readonly Point[],
  pointer: Point | null,
): { betweenDots: string; toPointer: string } {
  let betweenDots = '';
  for (const [index, from] of dots.entries()) {
    const near = dots
      .slice(index + 1)
      .map((to) => ({ to, distance: distance(from, to) }))
      .filter((pair) => pair.distance < REACH)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, 3);
    for (const { to } of near) betweenDots += segment(from, to);
  }
  const toPointer = pointer
    ? dots
        .filter((dot) => distance(dot, pointer) < REACH)
        .map((dot) => segment(dot, pointer))
        .join('')
    : '';
  return { betweenDots, toPointer };
}

function edge(share: number, far: boolean): number {
  return far ? 1 - share - 0.015 : share + 0.015;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function segment(from: Point, to: Point): string {
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
}
