import { setTimeout as delay } from 'node:timers/promises';
import type { LocalMail } from '@anecdotes/contracts';

const PATIENCE_MS = 10_000;

/** The link in the newest mail of `campaign` that the product at `address` keeps for `recipient`, once it is there. */
export async function linkTo(address: string, recipient: string, campaign: LocalMail['campaign']): Promise<string> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${address}/dev/mailbox`, { headers: { accept: 'application/json' } });
    const mails = (await answer.json()) as LocalMail[];
    const mail = mails.find((kept) => kept.to === recipient && kept.campaign === campaign);
    const link = /http\S+token=\S+/.exec(mail?.text ?? '')?.[0];
    if (link !== undefined) return link;
    await delay(100);
  }
  throw new Error(`no ${campaign} mail in time`);
}

/** Makes an account with a verified address at `address`. */
export async function newMember(address: string, username: string, password: string): Promise<void> {
  const email = `${username}@example.org`;
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${address}/api/auth/${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  };
  await post('register', { username, email, password, full_name: username });
  const link = await linkTo(address, email, 'verify-email');
  await post('verify-email', { token: new URL(link).searchParams.get('token') });
}
