import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { expect, test } from 'vitest';
import { flag, idOf, parseCommandLine, refuseOtherOptions, text } from './command-line.ts';

test.each([
  [['--foo'], "Unknown option '--foo'."],
  [['--to', ''], "Option '--to' is empty."],
  [['--to'], "Option '--to <value>' argument missing."],
  [['--to', '--json'], "Option '--to' argument is ambiguous."],
])('the wrong arguments %j are reported in one line that names --help', (args, sentence) => {
  for (const allowPositionals of [false, true]) {
    const parse = () => parseCommandLine('backup', { args, options: { to: text, json: flag }, allowPositionals });
    expect(parse).toThrow(new ConfigurationError(`${sentence} See npm run backup -- --help.`));
  }
});

test('an option that a verb would ignore is refused', () => {
  const refuse = (values: object) => () => refuseOtherOptions('accounts', 'invite', values, ['days']);
  expect(refuse({ json: true, help: false, mail: false, days: '3', name: undefined })).not.toThrow();
  const refusal = 'invite does not take --mail. See npm run accounts -- --help.';
  expect(refuse({ days: '3', mail: true })).toThrow(new ConfigurationError(refusal));
});

test('an id is read in any case, with white space around it', () => {
  expect(idOf(' 01936A2B-7C00-7ABC-8000-ABCDEFABCDEF\n', 'No id.')).toBe('01936a2b-7c00-7abc-8000-abcdefabcdef');
  expect(() => idOf('01936a2b', 'No id.')).toThrow(new ConfigurationError('No id.'));
});
