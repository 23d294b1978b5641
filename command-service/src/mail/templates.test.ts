import { expect, test } from 'vitest';
import { renderMail } from './templates.ts';

test('in a mail only the printed address breaks within words', () => {
  const content = { campaign: 'verify-email', to: 'ann@example.org', token: 'made-up', openToken: 'seen' } as const;
  const { html, link } = renderMail(content, 'https://journal.example');
  const breaking = [...html.matchAll(/<[^>]*word-break:break-all[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(breaking).toEqual([link]);
});
