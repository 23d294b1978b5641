// `npm start`: installs and builds what is missing, then runs everything in one process. `npm run start:gateway` runs
// the gateway of separate services instead.
import { ensureBuilt, ensureInstalled } from './install.mjs';
import { launch } from './launch.mjs';
import { bundleOf } from './programs.mjs';

const program = process.argv[2] === 'gateway' ? 'gateway' : 'embedded';
ensureInstalled();
ensureBuilt();
launch([bundleOf(`deploy/${program}/main.ts`)]);
