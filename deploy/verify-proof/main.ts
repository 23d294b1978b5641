import { readFileSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import { checkProof, ProofRefused } from './check-proof.ts';

const USAGE = `node deploy/verify-proof/main.ts <file> [--key <key of the log>]

Checks a proof file, made by npm run audit -- prove or downloaded from the screen of an anecdote: prints the event and
confirms that it was in the log. It needs only Node.js, from 22.18 on, and the folder with this program.

Exit code: 0 the proof is valid, 1 it is not, 2 it could not be checked.
`;
const [VALID, REFUSED, UNCHECKED] = [0, 1, 2];
const KEY = /^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/;

process.exitCode = run(process.argv.slice(2));
// A failed write is reported in a later step. The reader of a pipe, such as `head`, may have enough.
process.stderr.on('error', () => {});
process.stdout.on('error', ({ code, errno = 0 }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(`The result could not be written: ${getSystemErrorMessage(errno)}.\n`);
  process.exitCode = UNCHECKED;
});

function run([file, option, key]: readonly string[]): number {
  if (file === '--help') {
    process.stdout.write(USAGE);
    return VALID;
  }
  if (
    file === undefined ||
    file.startsWith('--') ||
    (option !== undefined && (option !== '--key' || key === undefined))
  ) {
    process.stderr.write(USAGE);
    return UNCHECKED;
  }
  if (key !== undefined && !KEY.test(key)) {
    process.stderr.write('--key must be a key of a log, as npm run audit -- key prints it.\n');
    return UNCHECKED;
  }
  try {
    const { event, number, of, log } = checkProof(readFileSync(file), key);
    process.stdout.write(`${JSON.stringify(event, null, 2)}\n`);
    process.stdout.write(`The proof is valid: this is event ${number} of the first ${of} of ${log}.\n`);
    if (key === undefined)
      process.stdout.write('Compare the key in the file with one that you trust, or pass that with --key.\n');
    return VALID;
  } catch (error) {
    const { message, errno } = error as NodeJS.ErrnoException;
    if (error instanceof ProofRefused) process.stderr.write(`The proof is not valid. ${message}\n`);
    else if (errno === undefined) process.stderr.write(`${message}\n`);
    else process.stderr.write(`Cannot read ${file}: ${getSystemErrorMessage(errno)}.\n`);
    return error instanceof ProofRefused ? REFUSED : UNCHECKED;
  }
}
