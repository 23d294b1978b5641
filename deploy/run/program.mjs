// Runs one of the project's programs on the pinned Node.js, bundled: `node deploy/run/program.mjs [--flag of Node.js]
// <source of the program> …arguments`.
import { ensureInstalled, fail } from './install.mjs';
import { launch } from './launch.mjs';
import { bundleOf } from './programs.mjs';

const given = process.argv.slice(2);
const at = given.findIndex((argument) => !argument.startsWith('-'));
if (at < 0) fail('Name the program to run.');
const flags = given.slice(0, at);
const [file, ...rest] = given.slice(at);
ensureInstalled();
launch([...flags, bundleOf(file), ...rest]);
