import { definitionOf } from '@anecdotes/contracts';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { flag, idOf, parseCommandLine, refuseOtherOptions, text, timeIn } from '../shared/command-line.ts';
import type { Progress } from '../shared/progress.ts';
import { type Task, UNDONE } from '../shared/run-program.ts';
import { transparencyVerbs } from '../transparency/verbs.ts';
import type { EventFilter } from './list-events.ts';
import { openSystem } from './system.ts';
import { auditVerbs, unknownVerb } from './verbs.ts';

const USAGE = `npm run audit -- <verb> [options]

Looks at the log, the vault and the views of an installation that runs or is stopped. Reads DATA_DIR, DATABASE_URL,
EVENTSTORE_URL and MASTER_KEY as the program does; without them, the data folder .data.

verify               computes the hash chain and the tree of the log again, compares them with the checkpoints that are
                     kept outside, checks the order of each stream, and compares the views with a fresh fold of the log
log                  lists events without their sealed data
  --stream NAME        of one stream
  --type NAME          of one type
  --account ID         about or by one account
  --since, --until T   recorded from and before a time (ISO 8601)
  --after POSITION     after this position of the log
  --limit N            at most so many (100)
  --open --as NAME     with their sealed data; needs the master key, and records in the log of each account whose
                       data is read that NAME read it
replay PATH          answers GET PATH of the API (default /api/anecdotes) from a journal as it was in the past, and
                     records in the log that NAME read it
  --account ID, --as NAME
  --until T            a position of the log, or a time, which includes all events before the account's next change
rebuild              builds new views from the log beside the present ones, and swaps them in
quarantine           lists the events that could not be projected
quarantine retry     tries to project them again
checkpoint           signs the present size and root of the log's tree, and stores this checkpoint in CHECKPOINT_DIR
prove                writes a file that proves offline that the log holds an event; it shows no other event
  --event ID, --out FILE
export               writes the log into a folder; sealed data stays sealed
  --out FOLDER
check FOLDER         checks an export; needs neither database nor keys
  --key KEY            by this key, not by the one in the folder
key                  prints the keys that verify checkpoints
  --new                prints a new private key, to put above the line with the old one

--json               prints one JSON object, for log and quarantine one a line
--help               prints this

npm run audit -- verify
npm run audit -- log --type AnecdoteDeleted --since 2026-01-01 --json
npm run audit -- export --out /mnt/export && npm run audit -- check /mnt/export
npm run audit -- replay '/api/anecdotes?search=river' --account 0197… --until 2026-01-31T12:00Z --as 'Ann Auditor'

Exit code: 0 no fault found, 1 something differs or events are in quarantine, 2 the check could not be made.`;

const [SOUND, DIFFERENT] = [0, 1];
/** How many arguments may follow a verb; none if it is not listed here. */
const maxArguments: { readonly [verb: string]: number } = { replay: 1, quarantine: 1, check: 1 };
/** The options that a verb takes, apart from --json; none if it is not listed here. */
const optionsOf: { readonly [verb: string]: readonly string[] } = {
  log: ['stream', 'type', 'account', 'since', 'until', 'after', 'limit', 'open', 'as'],
  replay: ['account', 'as', 'until'],
  prove: ['event', 'out'],
  export: ['out'],
  check: ['key'],
  key: ['new'],
};

/** What the program is run with. */
type Given = Task & {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly progress: Progress;
  /** Receives each line of the result. */
  say(line: string): void;
};

/** Runs `npm run audit`. Returns its exit code. Throws ConfigurationError for wrong arguments or settings. */
export async function audit({ args, environment, progress, say, onStop, signal }: Given): Promise<number> {
  const { values, positionals } = parse(args);
  const [verb, ...rest] = positionals;
  if (values.help || verb === undefined) {
    say(USAGE);
    return values.help ? SOUND : UNDONE;
  }
  const verbs = { ...auditVerbs, ...transparencyVerbs };
  const runVerb = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (runVerb === undefined) throw unknownVerb(positionals);
  const extra = rest[maxArguments[verb] ?? 0];
  if (extra !== undefined)
    throw new ConfigurationError(`There is an argument too many: ${extra}. See npm run audit -- --help.`);
  refuseOtherOptions('audit', verb, values, optionsOf[verb]);
  const isSound = await runVerb({
    rest,
    values,
    environment,
    listed: () => ({ filter: filterOf(values), range: rangeOf(values) }),
    progress,
    signal,
    say(line) {
      progress.end();
      say(line);
    },
    async open(options?: { opensSeals: boolean }) {
      const system = await openSystem(environment, options);
      onStop(system.stop);
      return system;
    },
  });
  progress.end();
  return isSound ? SOUND : DIFFERENT;
}

function parse(args: readonly string[]) {
  return parseCommandLine('audit', {
    args: [...args],
    allowPositionals: true,
    options: {
      json: flag,
      help: flag,
      stream: text,
      type: text,
      account: text,
      since: text,
      until: text,
      after: text,
      limit: text,
      event: text,
      out: text,
      key: text,
      new: flag,
      open: flag,
      as: text,
    },
  });
}

type Values = ReturnType<typeof parse>['values'];

function filterOf({ stream, type, account, since, until }: Values): EventFilter {
  return {
    ...(stream !== undefined && { stream }),
    ...(type !== undefined && { type: knownType(type) }),
    ...(account !== undefined && { account: idOf(account, '--account must be the id of an account.') }),
    ...(since !== undefined && { since: timeOf('since', since) }),
    ...(until !== undefined && { until: timeOf('until', until) }),
  };
}

/** `name`, if it is a type of event. Throws ConfigurationError if it is not. */
function knownType(name: string): string {
  if (definitionOf(name) === undefined) throw new ConfigurationError(`There is no type of event named ${name}.`);
  return name;
}

function rangeOf({ after = '0', limit = '100' }: Values): { after: bigint; limit: number } {
  if (!/^\d{1,18}$/.test(after)) throw new ConfigurationError('--after must be a position: a whole number.');
  if (!/^\d{1,9}$/.test(limit)) throw new ConfigurationError('--limit must be a whole number.');
  return { after: BigInt(after), limit: Number(limit) };
}

function timeOf(name: string, text: string): Date {
  const time = timeIn(text);
  if (time === undefined) throw new ConfigurationError(`--${name} must be a time, such as 2026-01-31T12:00Z.`);
  return time;
}
