// Installs and builds what is missing, also the web app, then runs a program as program.mjs does.
import { ensureBuilt, ensureInstalled } from './install.mjs';

ensureInstalled();
ensureBuilt();
await import('./program.mjs');
