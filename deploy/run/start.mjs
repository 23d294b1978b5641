// `npm start`: installs and builds what is missing, then runs everything in one process.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './install.mjs';
import { launch } from './launch.mjs';

ensureInstalled();
ensureBuilt();
launch([join(root, 'deploy/embedded/main.ts')]);
