import { describe, expect, test } from 'vitest';
import { shapeOf } from './chain-shape.ts';

const BOX = { width: 300, height: 120 };

function drawn(shape: string, more: Partial<Parameters<typeof shapeOf>[0]> = {}, box = BOX) {
  return shapeOf({ before: 0, after: 0, branches: 0, shape, ...more }, box);
}

describe('the diagram on a card', () => {
  test('shows children to the right of their parent, in the order of the shape', () => {
    const { dots } = drawn('2100');
    const columns = dots.toSorted((a, b) => a.at - b.at).map(({ x }) => Math.round((x - 6) / 20));
    expect(columns).toEqual([0, 1, 1, 2]);
    const row = (at: number) => dots.find((dot) => dot.at === at)?.y ?? Number.NaN;
    expect(row(1)).toBeLessThan(row(2));
    expect(row(3)).toBe(row(1));
    expect(row(0)).toBe((row(1) + row(2)) / 2);
  });

  test('has a line from every dot but the first to its parent', () => {
    const { dots, lines } = drawn('3020000', { before: 2 });
    expect(dots).toHaveLength(9);
    expect(lines.filter(({ isLoose }) => !isLoose)).toHaveLength(8);
    expect(lines.filter(({ isLoose }) => isLoose)).toHaveLength(0);
  });

  test('shows ancestors at the left, the nearest last, and gives a deleted one a kind of its own', () => {
    const { dots } = drawn('0', { before: 2, gone: true });
    expect(dots.toSorted((a, b) => a.x - b.x).map(({ kind, at }) => [kind, at])).toEqual([
      ['gone', -2],
      ['before', -1],
      ['here', 0],
    ]);
  });

  test('has a loose line before and after where more anecdotes exist than are drawn', () => {
    const { dots, lines } = drawn('z00', { before: 20, cut: true });
    expect(dots.filter(({ kind }) => kind === 'before')).toHaveLength(4);
    expect(dots.filter(({ kind }) => kind === 'after')).toHaveLength(2);
    expect(lines.filter(({ isLoose }) => isLoose).map(({ from }) => from.at)).toEqual([0, -4]);
  });

  test.each(['11111111111', 'b00000000000', '3222100000000', '0', ''])(
    'of the shape "%s" stays within its box',
    (shape) => {
      for (const box of [BOX, { width: 250, height: 80 }]) {
        const { dots, width, height } = drawn(shape, { before: 20 }, box);
        expect(width).toBeLessThanOrEqual(box.width);
        expect(height).toBeLessThanOrEqual(box.height);
        for (const { x, y } of dots) {
          expect(x).toBeGreaterThanOrEqual(4);
          expect(x).toBeLessThanOrEqual(width - 4);
          expect(y).toBeGreaterThanOrEqual(4);
          expect(y).toBeLessThanOrEqual(height - 4);
        }
      }
    },
  );
});
