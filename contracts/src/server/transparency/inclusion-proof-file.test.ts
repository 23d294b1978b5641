import { expect, test } from 'vitest';
import { toBase64 } from './base64.ts';
import { proofFile, proofIn } from './inclusion-proof-file.ts';
import { sha256 } from './merkle-tree.ts';

const [one, two] = [sha256(Buffer.from('hash1')), sha256(Buffer.from('hash2'))];

// github.com/transparency-dev/merkle, proof/tlog_proof_test.go.
test.each([
  [
    { index: 5, hashes: [one, two], checkpoint: 'test checkpoint\n' },
    `c2sp.org/tlog-proof@v1\nindex 5\n${toBase64(one)}\n${toBase64(two)}\n\ntest checkpoint\n`,
  ],
  [
    { index: 10, hashes: [one], extra: Buffer.from('extra information'), checkpoint: 'checkpoint data\n' },
    `c2sp.org/tlog-proof@v1\nextra ZXh0cmEgaW5mb3JtYXRpb24=\nindex 10\n${toBase64(one)}\n\ncheckpoint data\n`,
  ],
  [{ index: 0, hashes: [], checkpoint: 'checkpoint\n' }, 'c2sp.org/tlog-proof@v1\nindex 0\n\ncheckpoint\n'],
])('proof file %# is written and read in the specified format', (proof, file) => {
  expect(proofFile(proof)).toBe(file);
  expect(proofIn(file)).toEqual({ extra: undefined, ...proof });
});

test.each([
  ['another header', 'wrong-header\nindex 0\n\ncheckpoint\n'],
  ['extra data that is not Base 64', 'c2sp.org/tlog-proof@v1\nextra !!notbase64!!\nindex 0\n\ncheckpoint\n'],
  ['no index', 'c2sp.org/tlog-proof@v1\n\n\ncheckpoint\n'],
  ['a word for an index', 'c2sp.org/tlog-proof@v1\nindex notanumber\n\ncheckpoint\n'],
  ['a negative index', 'c2sp.org/tlog-proof@v1\nindex -5\n\ncheckpoint\n'],
  ['an index with a leading zero', 'c2sp.org/tlog-proof@v1\nindex 01\n\ncheckpoint\n'],
  ['a hash that is not Base 64', 'c2sp.org/tlog-proof@v1\nindex 0\n!!notbase64!!\n\ncheckpoint\n'],
  ['a hash of 64 bytes', `c2sp.org/tlog-proof@v1\nindex 0\n${toBase64(Buffer.alloc(64))}\n\ncheckpoint\n`],
  ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 0\n'],
])('a file with %s is no proof', (_what, file) => {
  expect(proofIn(file)).toBeUndefined();
});
