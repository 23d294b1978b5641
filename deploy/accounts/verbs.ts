import { inviteAddress } from '@anecdotes/command-service/account/invitations';
import {
  checkedAddress,
  createMember,
  eraseMember,
  findMember,
  resetMember,
  switchMember,
} from '@anecdotes/command-service/account/operator';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { describeAccounts, listAccounts } from './list.ts';
import type { OperatedSystem, ReadSystem } from './system.ts';

/** The arguments of a verb. */
type VerbCall = {
  /** The name or address given after the verb. */
  readonly given: string;
  readonly days?: string | undefined;
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly mail: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  say(line: string): void;
};

/** Prints all accounts. */
export async function list({ deps }: ReadSystem, { json, say }: VerbCall): Promise<void> {
  const accounts = await listAccounts(deps);
  const lines = json ? accounts.map((account) => JSON.stringify(account)) : describeAccounts(accounts);
  for (const line of lines) say(line);
}

/** Runs the verb and prints the result. Throws Problem for a refusal, ConfigurationError for wrong options. */
type Verb = (system: OperatedSystem, call: VerbCall) => Promise<void>;

/** The verbs that are followed by a name or an address. */
const verbsWithName = new Set(['invite', 'disable', 'enable', 'reset', 'erase']);

/** The options that a verb takes, apart from --json; none if it is not listed here. */
export const optionsOf: { readonly [verb: string]: readonly string[] } = {
  invite: ['days'],
  create: ['username', 'email', 'name'],
  reset: ['mail'],
  erase: ['yes'],
};

/** The verbs that change something. */
export const verbs: { readonly [verb: string]: Verb | undefined } = {
  async invite({ deps, address, registration }, { given, days = '7', json, say }) {
    if (!/^[1-9]\d?$/.test(days)) throw new ConfigurationError('--days must be a whole number from 1 to 99.');
    if (registration === 'closed')
      throw new ConfigurationError('REGISTRATION is closed: use create, or set it to invite.');
    const email = checkedAddress(given);
    const { account, token, expiresAt } = await inviteAddress(deps, email, Number(days));
    const link = `${address}/invitation?token=${token}`;
    if (json) say(JSON.stringify({ account, email, link, expiresAt }));
    else say(`${email} may register once until ${expiresAt.toISOString()}:\n${link}`);
  },
  async create({ deps, address }, { username, email, name: full_name, json, say }) {
    if (username === undefined || email === undefined) throw new ConfigurationError('Give --username and --email.');
    const { account, token } = await createMember(deps, { username, email, full_name });
    printLink(`Account ${username} is created.`, { account, token, address, json, say });
  },
  disable: (system, call) => setDisabled(system, call, true),
  enable: (system, call) => setDisabled(system, call, false),
  async reset({ deps, address }, { given, mail, json, say }) {
    const member = await findMember(deps, given);
    const token = await resetMember(deps, member, mail ? 'mail' : 'hand out');
    const { account } = member;
    if (token !== undefined)
      printLink(`A new password for ${member.username}.`, { account, token, address, json, say });
    else if (json) say(JSON.stringify({ account, isMailed: true }));
    else say(`A mail with a link will be sent to ${member.email}.`);
  },
  async erase({ deps }, { given, yes, json, say }) {
    const member = await findMember(deps, given);
    if (!yes) throw new ConfigurationError(`Add --yes to erase ${member.username} (${member.account}) for good.`);
    await eraseMember(deps, member);
    if (json) say(JSON.stringify({ account: member.account, isErased: true }));
    else say(`${member.username} is erased.`);
  },
};

async function setDisabled(
  { deps }: OperatedSystem,
  { given, json, say }: VerbCall,
  isDisabled: boolean,
): Promise<void> {
  const member = await findMember(deps, given);
  const isChanged = await switchMember(deps, member, isDisabled);
  const status = isDisabled ? 'disabled' : 'enabled';
  if (json) say(JSON.stringify({ account: member.account, status, isChanged }));
  else say(`${member.username} ${isChanged ? 'is' : 'was already'} ${status}.`);
}

type Link = Pick<VerbCall, 'json' | 'say'> & {
  readonly account: string;
  readonly token: string;
  readonly address: string;
};

function printLink(what: string, { account, token, address, json, say }: Link): void {
  const link = `${address}/reset-password?token=${token}`;
  if (json) say(JSON.stringify({ account, link }));
  else say(`${what} This link sets the password, once, within 24 hours:\n${link}`);
}

/** A sentence when there is no such verb, or when an argument after it is missing or too many. */
export function wrongArgument(verb: string, name: string | undefined, rest: readonly string[]): string | undefined {
  if (verb !== 'list' && !Object.hasOwn(verbs, verb)) return `There is no verb ${verb}.`;
  const isNamed = verbsWithName.has(verb);
  if (isNamed && name === undefined) return `Say which ${verb === 'invite' ? 'address' : 'account'} to ${verb}.`;
  const extra = isNamed ? rest[0] : name;
  return extra === undefined ? undefined : `There is an argument too many: ${extra}.`;
}
