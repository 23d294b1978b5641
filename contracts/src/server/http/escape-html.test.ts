import { expect, test } from 'vitest';
import { escapeHtml } from './escape-html.ts';

test('text is escaped for elements and for attribute values in quotes of both kinds', () => {
  expect(escapeHtml(`<a title="x" lang='y'> & &amp;`)).toBe(
    '&lt;a title=&quot;x&quot; lang=&#39;y&#39;&gt; &amp; &amp;amp;',
  );
});
