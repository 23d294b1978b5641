import { beforeEach, expect, test } from 'vitest';
import { openBrowserTab } from '../lib/browser-stand-in.ts';

beforeEach(() => void openBrowserTab());

test.each(['*a*', 'a\n- b', '> a', '# a', '1. a', '`a`', '[a](b)', '<https://a.example>'])(
  'the Markdown code is loaded for %j',
  async (text) => {
    const { mayHaveMarkdown } = await import('./text-rendering.ts');
    expect(mayHaveMarkdown(text)).toBe(true);
  },
);

test.each(['Rain.', 'At 7:30 - late, as ever.\nAgain!', 'https://a.example/b', '5 > 3'])(
  'the Markdown code is not loaded for %j',
  async (text) => {
    const { mayHaveMarkdown } = await import('./text-rendering.ts');
    expect(mayHaveMarkdown(text)).toBe(false);
  },
);

test('the Markdown code is never loaded when rendering is switched off on the device', async () => {
  openBrowserTab({ localData: new Map([['render_texts', 'no']]) });
  const { mayHaveMarkdown } = await import('./text-rendering.ts');
  expect(mayHaveMarkdown('*a*')).toBe(false);
});
