// `npm run start:gateway`: installs and builds what is missing, then runs the gateway of separate services.
import { ensureBuilt, ensureInstalled } from './install.mjs';
import { launch } from './launch.mjs';
import { bundleOf } from './programs.mjs';

ensureInstalled();
ensureBuilt();
launch([bundleOf('deploy/gateway/main.ts')]);
