import { type AccountId, type MailId, streams } from '@anecdotes/contracts';
import { createCommandMetadata } from '../command-metadata.ts';
import { type CommandDependencies, handleCommand } from '../handle-command.ts';
import { type MailCommand, mailDecider } from './decider.ts';

/** Records what became of a mail to `account`, now or at `at`. */
export async function changeMail(
  deps: CommandDependencies,
  id: MailId,
  account: AccountId,
  command: MailCommand,
  at = deps.clock(),
): Promise<void> {
  const metadata = { ...createCommandMetadata(deps, account), at };
  await handleCommand(deps, {
    decider: mailDecider,
    stream: streams.mail(id),
    subject: account,
    command,
    metadata,
    context: () => ({ now: metadata.at.toISOString() }),
  });
}
