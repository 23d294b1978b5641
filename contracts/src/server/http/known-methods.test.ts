import { expect, test } from 'vitest';
import { unknownRoute } from './known-methods.ts';

test.each([
  ['/api/anecdotes?page=2', 'GET, HEAD, POST'],
  ['/api/anecdotes/x', 'DELETE, GET, HEAD, PUT'],
  ['/api/export', 'GET'],
  ['/api/live', 'GET'],
  ['/api/email-tracking/open/x', 'GET'],
])('Allow at %s names the methods that the API supports there', (url, allow) => {
  const { code, details } = unknownRoute({ url });
  expect([code, details.allow]).toEqual(['METHOD_NOT_ALLOWED', allow]);
});

test.each(['/api/anecdotes/*', '/api/anecdotes/*/history', '/api/email-tracking/open/*'])(
  'a parameter that the router refuses as too long in %s makes the path unknown',
  (path) => {
    const codeOf = (parameter: string) => unknownRoute({ url: path.replace('*', parameter) }).code;
    expect(codeOf('x'.repeat(101))).toBe('NOT_FOUND');
    expect(codeOf('%78'.repeat(100))).toBe('METHOD_NOT_ALLOWED');
    expect(codeOf('%78'.repeat(101))).toBe('NOT_FOUND');
  },
);
