// `npm start`: installs and builds what is missing, then runs everything in one process.
import { ensureBuilt, ensureInstalled } from './install.mjs';
import { launch } from './launch.mjs';
import { bundleOf } from './programs.mjs';

ensureInstalled();
ensureBuilt();
launch([bundleOf('deploy/embedded/main.ts')]);
