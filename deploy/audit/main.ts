import { say } from '../shared/command-line.ts';
import { createProgress } from '../shared/progress.ts';
import { runProgram } from '../shared/run-program.ts';
import { audit } from './command.ts';

await runProgram(
  ({ onStop, signal }) =>
    audit({
      args: process.argv.slice(2),
      environment: process.env,
      progress: createProgress(process.stderr, signal),
      say,
      onStop,
      signal,
    }),
  () => undefined,
);
