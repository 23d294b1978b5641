import { expect, test } from 'vitest';
import { parseViewport, viewportText } from './viewport.ts';

test('a viewport survives being written to the address and parsed', () => {
  const viewport = { zoom: 12, lat: 47.37818, lng: -8.54019 };
  expect(viewportText(viewport)).toBe('12/47.37818/-8.54019');
  expect(parseViewport(viewportText(viewport))).toEqual(viewport);
});

test.each(['', '19/0/0', '12/91/0', '12/0/181', '12/0', 'a/b/c', '12/47.3/8.5/1'])('"%s" is not a viewport', (text) => {
  expect(parseViewport(text)).toBeUndefined();
});
