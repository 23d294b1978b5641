import { Problem } from '@anecdotes/contracts';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { flag, parseCommandLine, refuseOtherOptions, say, text } from '../shared/command-line.ts';
import { runProgram, type Task, UNDONE } from '../shared/run-program.ts';
import { openSystem, openToRead } from './system.ts';
import { list, optionsOf, verbs, wrongArgument } from './verbs.ts';

const USAGE = `npm run accounts -- <verb> [options]

Manages the accounts of an installation that runs or is stopped. Reads DATA_DIR, DATABASE_URL, EVENTSTORE_URL and
MASTER_KEY as the program does; links begin with PUBLIC_URL, without it with HOST and PORT. Each change is recorded in
the log as the operator's, and the person sees it in the activity of their account. NAME is a username, an e-mail
address or an id.

list                 lists accounts and open invitations
invite ADDRESS       prints a link by which this one address may register, once
  --days N             for so many days (7); an older invitation of the address is void
create               creates an account and prints a link that sets its password, valid for 24 hours
  --username NAME, --email ADDRESS, --name "FULL NAME"
disable NAME         ends all sessions, refuses log-ins and API keys
enable NAME          lets them in again
reset NAME           prints a link that sets a new password, valid for 24 hours; an older one is void
  --mail               mails it to the person instead, valid for 30 minutes
erase NAME --yes     erases the account and its journal for good

--json               prints JSON: one object, for list one a line
--help               prints this

npm run accounts -- list
npm run accounts -- invite ann@example.org --days 3
npm run accounts -- create --username ann --email ann@example.org
npm run accounts -- disable ann
npm run accounts -- list --json | jq -r 'select(.status == "disabled").id'

Exit code: 0 done, 1 refused and nothing changed, 2 could not be tried.`;

const [DONE, REFUSED] = [0, 1];

await runProgram(run, (error) =>
  error instanceof Problem ? { message: error.message, code: error.status < 500 ? REFUSED : UNDONE } : undefined,
);

async function run({ onStop, signal }: Task): Promise<number> {
  const { values, positionals } = parse();
  const [verb, name, ...rest] = positionals;
  if (values.help || verb === undefined) {
    say(USAGE);
    return values.help ? DONE : UNDONE;
  }
  const change = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const wrong = wrongArgument(verb, name, rest);
  if (wrong !== undefined) throw new ConfigurationError(`${wrong} See npm run accounts -- --help.`);
  refuseOtherOptions('accounts', verb, values, optionsOf[verb]);
  const call = { ...values, given: name ?? '', say };
  const opened = async <System extends { stop(): Promise<void> }>(opening: Promise<System>): Promise<System> => {
    const system = await opening;
    onStop(system.stop);
    signal.throwIfAborted();
    return system;
  };
  if (change === undefined) await list(await opened(openToRead(process.env)), call);
  else await change(await opened(openSystem(process.env)), call);
  return DONE;
}

function parse() {
  return parseCommandLine('accounts', {
    allowPositionals: true,
    options: {
      json: flag,
      help: flag,
      days: text,
      username: text,
      email: text,
      name: text,
      mail: flag,
      yes: flag,
    },
  });
}
