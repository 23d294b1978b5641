// Runs one of the project's programs on the pinned Node.js: `node deploy/run/program.mjs [--flag of Node.js] <file> …arguments`.
import { join } from 'node:path';
import { ensureInstalled, fail, root } from './install.mjs';
import { launch } from './launch.mjs';

const given = process.argv.slice(2);
const at = given.findIndex((argument) => !argument.startsWith('-'));
if (at < 0) fail('Name the program to run.');
const flags = given.slice(0, at);
const [file, ...rest] = given.slice(at);
ensureInstalled();
launch([...flags, join(root, file), ...rest]);
