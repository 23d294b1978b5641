import { expect, test } from 'vitest';
import { dotsIn } from './covered-dots.ts';
import { writeHullLabels } from './hulls.ts';
import { createLabelPlacer, labelOf, OccupiedSpace, paintLabel } from './labels.ts';
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

/** Every letter of its words is 6 pixels wide. */
function contextThatWrites(fillText: (text: string, x: number, y: number) => void): CanvasRenderingContext2D {
  return {
    measureText: (text: string) => ({ width: 6 * text.length }),
    fillText,
  } as unknown as CanvasRenderingContext2D;
}

const someLook = { paper: '', ink: '', quiet: '', line: '', accent: '', serif: '', sans: '' };

/** The words that are written below two nodes, of which the second is `distance` pixels below the first. */
function wordsWritten(distance: number, active?: string): string[] {
  const graph = createGraph();
  const data = { time: 0, weight: 10, color: '#000000', chain: 0, x: 0 };
  graph.addNode('a', { ...data, label: 'Rain', tags: ['grey'], size: 10, y: 0 });
  graph.addNode('b', { ...data, label: 'Sun', tags: ['blue'], size: 9, y: -distance });
  const context = contextThatWrites(() => undefined);
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

test('each line of a label is written in the direction of its own first letter', () => {
  const written: string[] = [];
  const place = { left: 0, right: 60, top: 0, bottom: 18 };
  const label = { x: 30, text: { words: 'قصة طويلة…', px: 14, place }, tags: { words: 'rain', px: 12, place } };
  const context = contextThatWrites((text) => written.push(text));
  paintLabel(context, label, someLook, { isActive: false, hasPlate: false, strength: 1 });
  expect(written).toEqual(['\u2068قصة طويلة…\u2069', '\u2068rain\u2069']);
});

test('the label of a chain is at the top of its circle, or above it where a dot is', () => {
  const graph = createGraph();
  const data = { label: '', tags: [], time: 0, weight: 10, color: '#000000', chain: 0, x: 0, size: 10 };
  graph.addNode('a', { ...data, y: 70 });
  const written: number[] = [];
  const context = contextThatWrites((_text, _x, y) => written.push(y));
  const view = { x: 0, y: 100, scale: 1 };
  const isOnDot = dotsIn({ graph, finder: new NodeFinder(graph), until: undefined }, view);
  for (const radius of [95, 85]) {
    const hulls = [{ lines: new Float64Array(), from: 0, x: 0, y: 0, radius, color: '', label: 'rain' }];
    const content = { hulls, look: someLook, until: undefined };
    writeHullLabels(context, content, view, { width: 200, height: 200 }, new OccupiedSpace(), isOnDot);
  }
  expect(written).toEqual([17, 15]);
});
