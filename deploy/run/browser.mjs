import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, node24, root } from './install.mjs';

/**
 * Finds a Chromium for the browser tests, installing one where none is: Playwright's own, else the system's, else
 * Debian's package when this process is root. Answers its path, or undefined when there is none to be had.
 */
export async function ensureBrowser() {
  const { chromium } = await import('playwright-core');
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  const system = systemBrowser();
  if (system !== undefined) return system;
  console.log('Installing a browser for the tests …');
  const playwright = join(root, 'node_modules/playwright-core/cli.js');
  const quiet = { stdio: 'ignore', env: environment(), timeout: 180_000 };
  spawnSync(node24(), [playwright, 'install', 'chromium-headless-shell', 'chromium'], quiet);
  if (existsSync(own)) return own;
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { ...quiet, timeout: 300_000 });
  }
  return systemBrowser();
}

function systemBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const applications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications];
  return places.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
