import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab } from '../lib/browser-stand-in.ts';
import type { TextRange } from './marked-text.tsx';

beforeEach(() => void openBrowserTab());
afterEach(() => void vi.unstubAllGlobals());

async function markupOf(text: string, highlights: TextRange[] = []): Promise<string> {
  const { CardText } = await import('./card-text.tsx');
  return renderToStaticMarkup(<CardText text={text} highlights={highlights} />);
}

test('a folded text has no empty line, which would be the place of the ellipsis if it were the last', async () => {
  const markup = await markupOf(`${'Rain. '.repeat(60)}\n\n${'Sun. '.repeat(80)}`);
  expect(markup).toContain('aria-expanded="false"');
  expect(markup).not.toContain('\n');
  expect(markup.match(/<span/g)).toHaveLength(2);
});

test('empty lines do not make a text long', async () => {
  expect(await markupOf(Array(8).fill('Rain.').join('\n\n'))).not.toContain('<button');
  expect(await markupOf(Array(11).fill('Rain.').join('\n\n'))).toContain('<button');
});

test('a highlight is marked in each paragraph of a folded text that it reaches', async () => {
  const text = `${'Rain. '.repeat(110)}\n \n  Sun.`;
  const markup = await markupOf(text, [{ start: text.indexOf('Rain. \n'), end: text.length - 1 }]);
  expect(markup).toMatch(/<mark>Rain. <\/mark><\/span><span[^>]*><mark> {2}Sun<\/mark>\.<\/span>/);
});
