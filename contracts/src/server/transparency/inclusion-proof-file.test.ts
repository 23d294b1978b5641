import { expect, test } from 'vitest';
import { toBase64 } from './base64.ts';
import { proofFile } from './inclusion-proof-file.ts';
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
])('proof file %# is written in the specified format', (proof, file) => {
  expect(proofFile(proof)).toBe(file);
});
