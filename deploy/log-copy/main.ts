import { flag, parseCommandLine, say, text } from '../shared/command-line.ts';
import { createProgress } from '../shared/progress.ts';
import { runProgram, UNDONE } from '../shared/run-program.ts';
import { CopyRefused, copyLog } from './copy.ts';
import { openEndpoint, openSource } from './endpoint.ts';

const USAGE = `npm run log:copy -- --from <log> --to <log>

Copies every event of one log to another, in order. A log is
  esdb://… or esdb+discover://…   EventStoreDB or KurrentDB
  postgres://…                    the log in schema "log" of a database
  a folder                        the log in the bundled Postgres of a data folder

The source must hold events; the target must be empty or hold the beginning of the same log, so that an interrupted copy
is continued.
Stop the program that writes to either log first.

--help   prints this

Exit code: 0 both logs are equal, 1 refused, 2 could not be done.`;

await runProgram(
  async ({ onStop, signal }) => {
    const options = { from: text, to: text, help: flag };
    const { from, to, help } = parseCommandLine('log:copy', { options }).values;
    if (help || !from || !to) {
      say(USAGE);
      return help ? 0 : UNDONE;
    }
    const source = await openSource(from);
    onStop(source.close);
    const target = await openEndpoint(to);
    onStop(target.close);
    const progress = createProgress(process.stderr, signal);
    const { copied, present, digest } = await copyLog(source, target, progress);
    progress.end();
    say(`Copied ${copied} events; ${present} were there before.`);
    say(`Both logs: ${copied + present} events, SHA-256 ${digest}`);
    return 0;
  },
  (error) => (error instanceof CopyRefused ? { message: error.message, code: 1 } : undefined),
);
