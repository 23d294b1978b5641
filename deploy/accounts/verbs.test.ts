import { expect, test } from 'vitest';
import { wrongArgument } from './verbs.ts';

test.each([
  [['list'], undefined],
  [['disable', 'ann'], undefined],
  [['remove', 'ann'], 'There is no verb remove.'],
  [['toString'], 'There is no verb toString.'],
  [['disable'], 'Say which account to disable.'],
  [['invite'], 'Say which address to invite.'],
  [['list', 'ann'], 'There is an argument too many: ann.'],
  [['erase', 'ann', 'ben'], 'There is an argument too many: ben.'],
])(
  'the arguments %j are understood, or the message says what is wrong with them',
  ([verb = '', name, ...rest], wrong) => {
    expect(wrongArgument(verb, name, rest)).toBe(wrong);
  },
);
