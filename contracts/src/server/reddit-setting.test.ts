import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { RedditBaseUrl } from './reddit-setting.ts';

const Settings = z.object({ REDDIT_BASE_URL: RedditBaseUrl, HOST: z.string().default('here') });
const read = (value?: string) => readConfiguration(Settings, { REDDIT_BASE_URL: value, HOST: '' });

test('posts come from the public site unless another is given', () => {
  expect(read()).toEqual({ REDDIT_BASE_URL: 'https://www.reddit.com', HOST: 'here' });
  expect(read('https://mirror.example/').REDDIT_BASE_URL).toBe('https://mirror.example');
});

test('an empty value, or off, turns the import off', () => {
  expect(read('').REDDIT_BASE_URL).toBeNull();
  expect(read('off').REDDIT_BASE_URL).toBeNull();
});

test('plain http is for this machine only', () => {
  for (const base of ['http://127.0.0.1:8090', 'http://localhost:8090', 'http://[::1]:8090']) {
    expect(read(base).REDDIT_BASE_URL).toBe(base);
  }
});

test.each([
  'www.reddit.com',
  'http://www.reddit.com',
  'http://10.0.0.1',
  'http://localhost.example',
  'ftp://www.reddit.com',
  'https://user:secret@www.reddit.com',
  'https://www.reddit.com/r/',
  'https://www.reddit.com/?x',
  'on',
])('%s is refused by name, without its value', (value) => {
  const wrong = new ConfigurationError(
    'Wrong setting. REDDIT_BASE_URL: Must be an https:// address without a path, or off',
  );
  expect(() => read(value)).toThrow(wrong);
});
