import { expect, test } from 'vitest';
import { programName } from './program-name.ts';

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    { program: 'Chrome', system: 'Linux' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    { program: 'Edge', system: 'Windows' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    { program: 'Safari', system: 'iOS' },
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', { program: 'Firefox', system: 'Android' }],
  ['curl/8.14.1', { program: 'curl', system: undefined }],
])('finds the program and the system in the user agent %s', (userAgent, name) => {
  expect(programName(userAgent)).toEqual(name);
});
