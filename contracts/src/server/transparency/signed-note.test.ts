import { expect, test } from 'vitest';
import { checkpointIn, openCheckpoint, signCheckpoint } from './checkpoint.ts';
import {
  newSignerKey,
  openNote,
  parseNote,
  type SignerKey,
  signerKeyOf,
  signNote,
  type VerifierKey,
  verifierKeyOf,
  verifierKeyText,
} from './signed-note.ts';

const verifier = (text: string) => verifierKeyOf(text) as VerifierKey;
const signer = (text: string) => signerKeyOf(text) as SignerKey;

/** The example of c2sp.org/signed-note. */
const SPECIFIED = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  signature:
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};
/** golang.org/x/mod/sumdb/note, note_test.go. */
const GO = {
  private: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  other: 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  otherSignature:
    '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n',
};

test('the example of the specification verifies under its key, and the key is written as it was read', () => {
  const key = verifier(SPECIFIED.key);
  expect(key).toMatchObject({ name: 'example.com/foo', id: '530d903a', type: 'signature' });
  expect(verifierKeyText(key)).toBe(SPECIFIED.key);
  const { text, signedBy } = openNote(`${SPECIFIED.text}\n${SPECIFIED.signature}`, [key]);
  expect(text).toBe(SPECIFIED.text);
  expect(signedBy).toEqual([key]);
});

test('a text has the same signature as in the Go implementation', () => {
  const key = signer(GO.private);
  expect(verifierKeyText(key.verifier)).toBe(GO.key);
  expect(signNote(GO.text, key)).toBe(`${GO.text}\n${GO.signature}`);
});

test('signatures of unknown keys are ignored, and those of all known keys are returned', () => {
  const [peter, enoch] = [verifier(GO.key), verifier(GO.other)];
  const note = `${GO.text}\n${GO.signature}${GO.otherSignature}`;
  expect(openNote(note, [peter]).signedBy).toEqual([peter]);
  expect(openNote(note, [enoch, peter]).signedBy).toEqual([peter, enoch]);
  expect(() => openNote(note, [])).toThrow('No known key');
  expect(() => openNote(note, [verifier(SPECIFIED.key)])).toThrow('No known key');
});

test('a note with a wrong signature of a known key is refused', () => {
  const note = `${GO.text.replace('you', 'we')}\n${GO.signature}`;
  expect(() => openNote(note, [verifier(GO.key)])).toThrow('The signature of PeterNeumann+c74f20a3 is wrong.');
});

test('neither a part of a key nor a key with a changed letter is accepted as a key', () => {
  for (const [text, read] of [
    [GO.key, verifierKeyOf],
    [GO.private, signerKeyOf],
  ] as const) {
    expect(read(text)).toBeDefined();
    for (let at = 0; at < text.length; at += 1) {
      const next = String.fromCharCode(text.charCodeAt(at) + 1);
      expect(read(text.slice(0, at) + next + text.slice(at + 1)), `letter ${at}`).toBeUndefined();
      expect(read(text.slice(0, at))).toBeUndefined();
      if (at > 0) expect(read(text.slice(at))).toBeUndefined();
    }
  }
  expect(verifierKeyOf('PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==')).toBeUndefined();
  expect(verifierKeyOf('PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')).toBeUndefined();
});

test.each([
  ['has no signature', GO.text],
  ['ends before its signatures', `${GO.text}\n`],
  ['ends within a line', `${GO.text}\n${GO.signature.slice(0, -1)}`],
  ['holds a control character', `\x01${GO.text}\n${GO.signature}`],
  ['is not UTF-8', Buffer.concat([Buffer.of(0xff), Buffer.from(`${GO.text}\n${GO.signature}`)])],
  ['has a name with a space', `${GO.text}\n${GO.signature.replace('PeterNeumann', 'Bad Name')}`],
  ['goes on behind its signatures', `${GO.text}\n${GO.signature}Unexpected line.\n`],
  ['has too many signatures', `${GO.text}\n${GO.signature.repeat(101)}`],
  ['has signatures in another Base 64', `${GO.text}\n${GO.signature.replace('nAM=', 'nAN=')}`],
])('a note that %s is refused', (_what, note) => {
  expect(() => parseNote(note)).toThrow(/note/);
});

test('a note signed with a new key verifies under its public key', () => {
  const key = signer(newSignerKey('example.com/log'));
  expect(openNote(signNote('one\n', key), [verifier(verifierKeyText(key.verifier))]).text).toBe('one\n');
});

/** The log and the witness of a real checkpoint of 2026, as published by arche2025h1.staging.ct.transparency.dev. */
const COSIGNED = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`;
const LOG = 'arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f';
const WITNESS = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';

test('a public checkpoint verifies under the key of its log and under that of its witness', () => {
  const [log, witness] = [verifier(LOG), verifier(WITNESS)];
  expect(witness.type).toBe('cosignature');
  expect(verifierKeyText(witness)).toBe(WITNESS);
  expect(openNote(COSIGNED, [log, witness]).signedBy).toEqual([log, witness]);
  expect(openCheckpoint(COSIGNED, [log, witness])).toMatchObject({ origin: log.name, size: 1_432_088_532 });
  expect(() => openNote(COSIGNED.replace('1432088532', '1432088533'), [witness])).toThrow('wrong');
  expect(() => openCheckpoint(COSIGNED, [witness])).toThrow('a different log');
});

test('the example of the tlog-checkpoint specification is read and signed as described', () => {
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  expect(checkpointIn(text)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  const key = signer(newSignerKey('example.com/behind-the-sofa'));
  expect(signCheckpoint(checkpointIn(text), key)).toBe(signNote(text, key));
});

test.each([
  ['a leading zero', 'a\n01\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'],
  ['no origin', '\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'],
  ['a short hash', 'a\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jx\n'],
  ['an empty line more', 'a\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n'],
  ['two lines only', 'a\n1\n'],
])('a checkpoint with %s is refused', (_what, text) => {
  expect(() => checkpointIn(text)).toThrow('not contain a valid checkpoint');
});
