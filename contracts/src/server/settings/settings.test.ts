import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newSigningKey } from '../auth/tokens.ts';
import { explain } from '../process.ts';
import { tileOrigins } from './map-settings.ts';
import { ConfigurationError, readConfiguration } from './read-settings.ts';
import { publicSettings, RedditBaseUrl, serviceSettings } from './settings.ts';

test.each([
  ['127.0.0.1', true],
  ['loopback, 10.0.0.0/8,fd00::/8', true],
  ['true', false],
  ['1', false],
  ['proxy.example', false],
  ['10.0.0.0/0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['loopback,', false],
])('TRUST_PROXY=%s is valid: %s', (value, isRight) => {
  expect(publicSettings.TRUST_PROXY.safeParse(value).success).toBe(isRight);
});

test('a signing key must be a readable Ed25519 key, or several of them', () => {
  const other = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const several = newSigningKey() + newSigningKey();
  const keys = [
    newSigningKey(),
    several,
    several + other,
    newSigningKey().replace('MC4', 'MC5'),
    '-----BEGIN PRIVATE KEY-----\nabc',
    other,
  ];
  expect(keys.map((key) => serviceSettings.SIGNING_KEY.safeParse(key).success)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('listening on an address that this machine does not have is reported in one line', async () => {
  const error = await new Promise((resolve) => createServer().on('error', resolve).listen(0, 'nowhere.invalid'));
  expect(explain(error)).toBe('This address or port may not be used. Set HOST and PORT.');
});

const Settings = z.object({ REDDIT_BASE_URL: RedditBaseUrl, HOST: z.string().default('here') });
const read = (value?: string) => readConfiguration(Settings, { REDDIT_BASE_URL: value, HOST: '' });

test('a required setting that is missing is named', () => {
  const { DATABASE_URL, MASTER_KEY } = serviceSettings;
  const wrong = new ConfigurationError(
    'Wrong setting. DATABASE_URL: Must be a postgres:// address; MASTER_KEY: Must be given',
  );
  expect(() => readConfiguration(z.object({ DATABASE_URL, MASTER_KEY }), { DATABASE_URL: 'x' })).toThrow(wrong);
});

test('NAME_FILE gives a setting from a file, and one that is empty or cannot be read is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const inFile = (name: string, text?: string) => {
    const HOST_FILE = join(folder, name);
    if (text !== undefined) writeFileSync(HOST_FILE, text);
    return () => readConfiguration(Settings, { HOST_FILE }).HOST;
  };
  try {
    expect(inFile('host', ' there\n')()).toBe('there');
    expect(inFile('empty', ' \n')).toThrow('Wrong setting. HOST_FILE: This file is empty');
    expect(inFile('missing')).toThrow('Wrong setting. HOST_FILE: Cannot read this file');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('Reddit posts come from the public site unless REDDIT_BASE_URL names another', () => {
  expect(read()).toEqual({ REDDIT_BASE_URL: 'https://www.reddit.com', HOST: 'here' });
  expect(read('https://mirror.example/').REDDIT_BASE_URL).toBe('https://mirror.example');
});

test('an empty REDDIT_BASE_URL, or off, turns the import off', () => {
  expect(read('').REDDIT_BASE_URL).toBeNull();
  expect(read('off').REDDIT_BASE_URL).toBeNull();
});

test('REDDIT_BASE_URL may use plain http for this machine', () => {
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
])('REDDIT_BASE_URL %s is refused, and the error names the setting without its value', (value) => {
  const wrong = new ConfigurationError(
    'Wrong setting. REDDIT_BASE_URL: Must be an https:// address without a path, or off',
  );
  expect(() => read(value)).toThrow(wrong);
});

const { MAP_TILE_URL, MAP_TILE_ATTRIBUTION, GEOCODER_URL } = publicSettings;
const MapSettings = z.object({ MAP_TILE_URL, MAP_TILE_ATTRIBUTION, GEOCODER_URL });

test('map tiles and place names come from OpenStreetMap unless other servers are set', () => {
  const defaults = {
    MAP_TILE_URL: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    MAP_TILE_ATTRIBUTION: '© OpenStreetMap contributors',
    GEOCODER_URL: 'https://nominatim.openstreetmap.org',
  };
  expect(readConfiguration(MapSettings, {})).toEqual(defaults);
  expect(readConfiguration(MapSettings, { MAP_TILE_URL: '', MAP_TILE_ATTRIBUTION: '', GEOCODER_URL: '' })).toEqual(
    defaults,
  );
  const own = 'http://maps.lan/search/';
  expect(readConfiguration(MapSettings, { GEOCODER_URL: own }).GEOCODER_URL).toBe('http://maps.lan/search');
});

test('the value off turns off map tiles, their attribution and place names', () => {
  const off = { MAP_TILE_URL: 'off', MAP_TILE_ATTRIBUTION: 'off', GEOCODER_URL: 'off' };
  expect(readConfiguration(MapSettings, off)).toEqual({
    MAP_TILE_URL: null,
    MAP_TILE_ATTRIBUTION: null,
    GEOCODER_URL: null,
  });
});

test.each([
  ['MAP_TILE_URL', 'https://tiles.example/{z}/{x}.png'],
  ['MAP_TILE_URL', 'ftp://tiles.example/{z}/{x}/{y}.png'],
  ['MAP_TILE_URL', '/{z}/{x}/{y}.png'],
  ['MAP_TILE_URL', 'https://user:secret@tiles.example/{z}/{x}/{y}.png'],
  ['GEOCODER_URL', 'nominatim.example'],
  ['GEOCODER_URL', 'https://nominatim.example/?key=1'],
  ['GEOCODER_URL', 'https://user:secret@nominatim.example'],
  ['MAP_TILE_ATTRIBUTION', 'x'.repeat(201)],
])('the setting %s=%s is refused', (name, value) => {
  expect(() => readConfiguration(MapSettings, { [name]: value })).toThrow(`Wrong setting. ${name}: Must `);
});

test('map tiles have one origin for each subdomain of their address', () => {
  expect(tileOrigins('https://{s}.tiles.example/{z}/{x}/{y}{r}.png')).toEqual([
    'https://a.tiles.example',
    'https://b.tiles.example',
    'https://c.tiles.example',
  ]);
  expect(tileOrigins('http://tiles.example:8080/{z}/{x}/{y}.png')).toEqual(['http://tiles.example:8080']);
});

test('a wrong word is answered with those that are possible', () => {
  const Words = z.object({ LOG_LEVEL: serviceSettings.LOG_LEVEL, NODE_ENV: publicSettings.NODE_ENV });
  expect(() => readConfiguration(Words, { LOG_LEVEL: 'loud', NODE_ENV: 'live' })).toThrow(
    'LOG_LEVEL: Must be fatal, error, warn, info, debug, trace or silent; NODE_ENV: Must be development, production or test',
  );
});
