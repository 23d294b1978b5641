import { renderMail } from '@anecdotes/command-service/mail/templates';
import { createSmtpTransport } from '@anecdotes/command-service/mail/transport';
import { type AccountId, EmailAddress, type MailId } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/identifiers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtpServer } from '../support/smtp-server.ts';

let server: Awaited<ReturnType<typeof startSmtpServer>>;
beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(() => server.close());

const RUNS = 10_000;

const part = fc.string({
  unit: fc.constantFrom(...'aZ09._+-@"\\,;:<>() \t\r\n%!|`\'é а', '\0', '\u202e', '\ud800'),
  maxLength: 12,
});
const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ019._+-'), minLength: 1, maxLength: 12 });
const candidates = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.emailAddress(),
  fc.tuple(plain, plain).map(([local, domain]) => `${local}@${domain}.org`),
  fc.tuple(part, part).map(([local, domain]) => `${local}@${domain}.org`),
  fc.tuple(fc.emailAddress(), part).map(([address, tail]) => address + tail),
  fc
    .tuple(fc.emailAddress(), fc.emailAddress(), fc.constantFrom(',', ';', ' ', '\r\n', '>,<'))
    .map(([a, b, between]) => a + between + b),
  fc.emailAddress().map((address) => `"${address}"@example.org`),
);

test('what counts as an address has one reading: one @, nothing that means something in a mail', () => {
  const accepted = fc.sample(candidates, RUNS).flatMap((text) => {
    const address = EmailAddress.safeParse(text);
    return address.success ? [address.data] : [];
  });
  expect(accepted.length).toBeGreaterThan(RUNS / 50);
  for (const address of accepted) {
    expect(address.split('@')).toHaveLength(2);
    expect(address).not.toMatch(/[\p{Cc}\s()<>[\]:;,\\"]/u);
    expect(address).toMatch(/^[\x21-\x7e]+$/);
    expect(address.length).toBeLessThanOrEqual(254);
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
    expect(URL.canParse(`http://${address.split('@')[1]}`)).toBe(true);
  }
});

test('every accepted address is the one recipient of its mail', async () => {
  const transport = createSmtpTransport(server.url, 'Anecdotes <no-reply@journal.example>');
  const accepted = fc
    .sample(candidates, RUNS)
    .filter((text) => EmailAddress.safeParse(text).success)
    .map((text) => EmailAddress.parse(text))
    .slice(0, 400);
  for (const to of accepted) {
    const content = { campaign: 'verify-email', to, token: 't', openToken: 'o' } as const;
    const ids = { id: newId() as MailId, account: newId() as AccountId };
    await transport.send({ ...renderMail(content, 'https://journal.example'), ...ids });
    const mail = server.received.at(-1);
    expect([to, mail?.to]).toEqual([to, [to]]);
    const [head = ''] = mail?.message.split('\r\n\r\n') ?? [];
    const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
    expect(unfolded.match(/^(To|Cc|Bcc):.*$/gim)).toEqual([`To: ${to}`]);
  }
  expect(server.received).toHaveLength(accepted.length);
});

test.each([
  ['"quoted"@example.org', false],
  ['"a@b c"@example.org', false],
  ['ann@exämple.org', false],
  ['аnn@example.org', false],
  ['ann@localhost', false],
  ['ann@[127.0.0.1]', false],
  ['.ann@example.org', false],
  ['an..n@example.org', false],
  ['ann@-example.org', false],
  ['ann@example.org\r\nBcc: ben@example.org', false],
  ['ann+tag@example.org', true],
  ["o'brien@example.org", true],
  ['ann@xn--exmple-cua.org', true],
])('%s is an address: %s', (text, isOne) => {
  expect(EmailAddress.safeParse(text).success).toBe(isOne);
});
