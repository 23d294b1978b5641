import { createSmtpTransport } from '@anecdotes/command-service/mail/transport';
import { EmailAddress } from '@anecdotes/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandSide, startCommandSide } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { visitorOf } from '../support/visitor.ts';

let server: Awaited<ReturnType<typeof startSmtpServer>>;
beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(() => server.close());

const RUNS = 10_000;
/** Each one is a registration and a mail; ADDRESS_RUNS=10000 makes as many as the test above. */
const REGISTRATIONS = Number(process.env.ADDRESS_RUNS ?? 500);

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

test('an accepted address has one @, only printable ASCII and no character with a meaning in mail headers', () => {
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

test('the mail of a registration has the registered address as its only recipient', { timeout: 120_000 }, async () => {
  const side = await startCommandSide();
  const visitor = visitorOf(side);
  const transport = createSmtpTransport(server.url, 'Anecdotes <no-reply@journal.example>');
  const accepted = new Map<string, string>();
  for (const [index, text] of fc.sample(candidates, REGISTRATIONS).entries()) {
    const known = accepted.has(text.trim().toLowerCase());
    if (known) continue;
    const answer = await visitor.register(`reader ${index}`, text);
    expect([201, 400]).toContain(answer.statusCode);
    if (answer.statusCode === 201) accepted.set(text.trim().toLowerCase(), answer.json().data.email);
  }
  await openMailbox(side, transport).of('');

  const recipients = server.received.map(({ to }) => to);
  expect(recipients.every(({ length }) => length === 1)).toBe(true);
  expect(recipients.flat().toSorted()).toEqual([...accepted.values()].toSorted());
  for (const { to, message } of server.received) {
    const [head = ''] = message.split('\r\n\r\n');
    const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
    expect(unfolded.match(/^(To|Cc|Bcc):.*$/gim)).toEqual([`To: ${to[0]}`]);
  }
  await side.close();
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
  ['ann@example.x', true],
])('%s is a valid address: %s', (text, isOne) => {
  expect(EmailAddress.safeParse(text).success).toBe(isOne);
});

describe('of two addresses', () => {
  let side: CommandSide;
  beforeAll(async () => {
    side = await startCommandSide();
  });
  afterAll(() => side.close());

  const pairs: [string, string, 'are one account' | 'are two accounts' | 'the second is refused'][] = [
    ['mira@example.org', 'MIRA@Example.ORG', 'are one account'],
    ['nora@example.org', ' nora@example.org ', 'are one account'],
    ['olga@example.org', 'olga+notes@example.org', 'are two accounts'],
    ['p.ina@example.org', 'pina@example.org', 'are two accounts'],
    ['rosa@example.org', 'rosa@mail.example.org', 'are two accounts'],
    ['jose@example.org', 'jos\u00e9@example.org', 'the second is refused'],
    ['josef@example.org', 'jose\u0301f@example.org', 'the second is refused'],
    // The letters are Cyrillic, full-width and the sign for Kelvin, which is a k in lower case.
    ['anna@example.org', '\u0430nna@example.org', 'the second is refused'],
    ['berta@example.org', '\uff42erta@example.org', 'the second is refused'],
    ['kim@example.org', '\u212aim@example.org', 'the second is refused'],
    ['carla@example.org', '"carla"@example.org', 'the second is refused'],
    ['dora@example.org', '"dora@example.org x"@example.com', 'the second is refused'],
    ['emma@example.org', 'emma(x)@example.org', 'the second is refused'],
    ['frida@example.org', 'frida@example.org.', 'the second is refused'],
    ['greta@xn--exmple-cua.org', 'greta@ex\u00e4mple.org', 'the second is refused'],
  ];

  test.each(pairs)(
    '%j and %j %s, and no mail about the first goes to another address',
    async (one, other, relation) => {
      const visitor = visitorOf(side);
      const mailbox = openMailbox(side);
      const name = one.split('@')[0] ?? '';
      await visitor.register(name, one);
      await visitor.post('verify-email', { token: await mailbox.token(one, 'verify-email') });
      const second = await visitor.register(`${name} again`, other);
      expect(second.statusCode).toBe(relation === 'the second is refused' ? 400 : 201);
      await visitor.post('forgot-password', { email: other });
      const campaigns = async (to: string) => (await mailbox.of(to)).map(({ campaign }) => campaign);
      const isOne = relation === 'are one account';
      expect(await campaigns(one)).toEqual(['verify-email', ...(isOne ? ['account-exists', 'password-reset'] : [])]);
      const isOther = relation === 'are two accounts';
      expect(await campaigns(other)).toEqual(isOther ? ['verify-email', 'password-reset'] : []);
      expect((await visitor.logIn(name)).statusCode).toBe(200);
      expect((await visitor.logIn(`${name} again`)).statusCode).not.toBe(200);
    },
  );
});
