import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { format } from '../lib/format.ts';
import { AnecdoteTime } from './time.tsx';

test('each part of a time is isolated for bidirectional text, and the parts keep their order', () => {
  const at = new Date();
  const shown = (withDay: boolean) => renderToStaticMarkup(createElement(AnecdoteTime, { at, withDay }));
  expect(shown(false)).toContain(`><bdi>${format.time(at)}</bdi> · <bdi>Today</bdi><`);
  expect(shown(true)).toContain(`><bdi>Today</bdi> · <bdi>${format.time(at)}</bdi><`);
});

test('the date is not repeated where the day is already shown', () => {
  const at = new Date(2024, 2, 3, 23, 59);
  expect(renderToStaticMarkup(createElement(AnecdoteTime, { at, withDay: false }))).toContain(
    `><bdi>${format.time(at)}</bdi></time>`,
  );
});
