import { expect, test } from 'vitest';
import { publicAddress } from './system.ts';

test.each([
  ['127.0.0.1', undefined, 'http://127.0.0.1:3000'],
  ['::1', undefined, 'http://[::1]:3000'],
  ['notes.local', undefined, 'http://notes.local:3000'],
  ['0.0.0.0', undefined, 'http://127.0.0.1:3000'],
  ['::', undefined, 'http://[::1]:3000'],
  ['::1', 'https://notes.example/', 'https://notes.example'],
])('with HOST=%s and PUBLIC_URL=%s links begin with %s', (HOST, PUBLIC_URL, address) => {
  expect(publicAddress({ HOST, PORT: 3000, PUBLIC_URL })).toBe(address);
});
