import { expect, test } from 'vitest';
import { createLabelPlacer, labelOf, OccupiedSpace } from './labels.ts';
import { createGraph } from './model.ts';
import { NodeFinder } from './node-finder.ts';
import { placeNodeLabels } from './node-labels.ts';

test('the text of a label and its first 2 tags are each cut at 10 characters', () => {
  expect(labelOf('The tram driver waited', ['kindness of strangers', 'tram', 'third'])).toEqual({
    text: 'The tram d…',
    tags: 'kindness o… · tram',
  });
  expect(labelOf('👩‍👩‍👧 short', [])).toEqual({ text: '👩‍👩‍👧 short', tags: '' });
});

test('labels do not overlap', () => {
  const space = new OccupiedSpace();
  expect(space.occupy({ left: 0, right: 10, top: 0, bottom: 10 })).toBe(true);
  expect(space.occupy({ left: 9, right: 20, top: 9, bottom: 20 })).toBe(false);
  expect(space.occupy({ left: 10, right: 20, top: 0, bottom: 10 })).toBe(true);
  space.clear();
  expect(space.occupy({ left: 9, right: 20, top: 9, bottom: 20 })).toBe(true);
});

/** The words that are written below two nodes, of which the second is `distance` pixels below the first. */
function wordsWritten(distance: number, active?: string): string[] {
  const graph = createGraph();
  const data = { time: 0, weight: 10, color: '#000000', chain: 0, x: 0 };
  graph.addNode('a', { ...data, label: 'Rain', tags: ['grey'], size: 10, y: 0 });
  graph.addNode('b', { ...data, label: 'Sun', tags: ['blue'], size: 9, y: -distance });
  const context = {
    measureText: (text: string) => ({ width: 6 * text.length }),
  } as Partial<CanvasRenderingContext2D> as CanvasRenderingContext2D;
  const place = createLabelPlacer({ serif: '', sans: '' }, new OccupiedSpace());
  const labelled = { graph, finder: new NodeFinder(graph), display: { active }, minRadius: 1 };
  const window = { left: -100, right: 100, top: -100, bottom: 100 };
  const labels = placeNodeLabels(context, place, labelled, { x: 0, y: 0, scale: 1 }, window);
  return [...labels].flatMap(({ label: { text, tags } }) => [text.words, ...(tags ? [tags.words] : [])]);
}

test('a label is not written over the dot of another node, unless it is the active one', () => {
  expect(wordsWritten(80)).toEqual(['Rain', 'grey', 'Sun', 'blue']);
  expect(wordsWritten(50)).toEqual(['Rain', 'Sun', 'blue']);
  expect(wordsWritten(30)).toEqual(['Sun', 'blue']);
  expect(wordsWritten(30, 'a')).toEqual(['Sun', 'blue', 'Rain', 'grey']);
});
