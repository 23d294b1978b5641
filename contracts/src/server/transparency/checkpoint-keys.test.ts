import { expect, test } from 'vitest';
import { checkpointKeysOf, newCheckpointKey, witnessesOf } from './checkpoint-keys.ts';
import { newSignerKey, signerKeyOf, type VerifierKey, verifierKeyText } from './signed-note.ts';

const publicText = (key: string) => verifierKeyText(signerKeyOf(key)?.verifier as VerifierKey);

test('the first key signs, and all of them verify', () => {
  const [first, second, third] = [newSignerKey('a.example'), newSignerKey('a.example'), newSignerKey('a.example')];
  const keys = checkpointKeysOf(`${first}\n${second}\n${publicText(third)}\n`);
  expect(keys?.verifiers.map(verifierKeyText)).toEqual([first, second, third].map(publicText));
  expect(keys?.signer.verifier).toBe(keys?.verifiers[0]);
});

test.each([
  ['begins with a public key', publicText(newSignerKey('a.example'))],
  ['has two names', `${newSignerKey('a.example')}\n${newSignerKey('b.example')}`],
  ['holds something else', `${newSignerKey('a.example')}\nPRIVATE+KEY+`],
  ['is empty', ''],
])('a list of keys that %s is refused', (_what, text) => {
  expect(checkpointKeysOf(text)).toBeUndefined();
});

test('a new key names a new log at the address, and no two logs have the same name', () => {
  const nameOf = (text: string) => checkpointKeysOf(text)?.signer.verifier.name;
  expect(nameOf(newCheckpointKey('https://journal.example:8443'))).toMatch(
    /^journal\.example:8443\/api\/tlog\/[\w-]{36}$/,
  );
  expect(nameOf(newCheckpointKey())).not.toBe(nameOf(newCheckpointKey()));
});

test('witnesses are read as cosignature keys with an address each, and anything else is refused', () => {
  const key = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';
  expect(witnessesOf(`${key} https://remora.n621.de/, ${key} http://127.0.0.1:1/w`)).toMatchObject([
    { key: { name: 'remora.n621.de', type: 'cosignature' }, url: 'https://remora.n621.de/' },
    { url: 'http://127.0.0.1:1/w' },
  ]);
  for (const wrong of [
    key,
    `${key} ftp://remora.n621.de/`,
    `${publicText(newSignerKey('a.example'))} https://a.example/`,
  ]) {
    expect(witnessesOf(wrong)).toBeUndefined();
  }
});
