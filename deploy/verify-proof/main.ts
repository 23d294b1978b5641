import { readFileSync } from 'node:fs';
import { checkProof, ProofRefused } from './check-proof.ts';

const USAGE = `node deploy/verify-proof/main.ts <file> [--key <key of the log>]

Shows an event and that it was in a log, by a file that npm run audit -- prove or the screen of an anecdote made. The
folder with this program and Node.js are all that it needs.

Exit code: 0 the proof holds, 1 it does not, 2 it could not be checked.
`;
const [HOLDS, REFUSED, UNCHECKED] = [0, 1, 2];

process.exitCode = run(process.argv.slice(2));

function run([file, option, key]: readonly string[]): number {
  if (file === undefined || (option !== undefined && (option !== '--key' || key === undefined))) {
    process.stderr.write(USAGE);
    return UNCHECKED;
  }
  try {
    const { event, number, of, log } = checkProof(readFileSync(file), key);
    process.stdout.write(`${JSON.stringify(event, null, 2)}\n`);
    process.stdout.write(`The proof holds: this is event ${number} of the first ${of} of ${log}.\n`);
    if (key === undefined)
      process.stdout.write('Compare the key in the file with that of the log, or give it: --key.\n');
    return HOLDS;
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(error instanceof ProofRefused ? `The proof does not hold. ${message}\n` : `${message}\n`);
    return error instanceof ProofRefused ? REFUSED : UNCHECKED;
  }
}
