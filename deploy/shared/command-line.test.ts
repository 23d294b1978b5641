import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { expect, test } from 'vitest';
import { flag, parseCommandLine, text } from './command-line.ts';

test.each([
  [['--foo'], "Unknown option '--foo'."],
  [['--to'], "Option '--to <value>' argument missing."],
  [['--to', '--json'], "Option '--to' argument is ambiguous."],
])('the wrong arguments %j are reported in one line that names --help', (args, sentence) => {
  for (const allowPositionals of [false, true]) {
    const parse = () => parseCommandLine('backup', { args, options: { to: text, json: flag }, allowPositionals });
    expect(parse).toThrow(new ConfigurationError(`${sentence} See npm run backup -- --help.`));
  }
});
