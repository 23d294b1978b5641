import { expect, test } from 'vitest';
import { sentEmail } from './account-rules.ts';

test.each([
  ['  ann@example.org ', 'ann@example.org'],
  ['jorg@bücher.example', 'jorg@xn--bcher-kva.example'],
  ['jorg@BÜCHER.example', 'jorg@xn--bcher-kva.example'],
  ['jörg@bücher.example', 'jörg@xn--bcher-kva.example'],
  ['Ann@Example.ORG', 'Ann@Example.ORG'],
  ['ann@bücher.example/path', 'ann@bücher.example/path'],
  ['ann@xn--ü.example', 'ann@xn--ü.example'],
  ['jörg', 'jörg'],
])('the address %j is sent as %j', (typed, sent) => {
  expect(sentEmail(typed)).toBe(sent);
});
