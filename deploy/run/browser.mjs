import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { environment, node24, root } from './install.mjs';

/**
 * Finds a Chromium for the browser tests, or installs one: Playwright's own, else the system's, else Debian's package
 * when this process is root. A headless shell takes half the processor time, so it is preferred. Returns the path, or
 * undefined when none can be installed.
 */
export async function ensureBrowser() {
  const { chromium } = await import('playwright-core');
  const find = () => withoutWindows(chromium.executablePath()) ?? withWindows(chromium.executablePath());
  const found = find();
  if (found !== undefined) return found;
  console.log('Installing a browser for the tests …');
  const playwright = join(root, 'node_modules/playwright-core/cli.js');
  const quiet = { stdio: 'ignore', env: environment(), timeout: 180_000 };
  spawnSync(node24(), [playwright, 'install', 'chromium-headless-shell'], quiet);
  if (find() === undefined && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], quiet);
    const install = (name) =>
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { ...quiet, timeout: 300_000 });
    if (install('chromium-headless-shell').status !== 0) install('chromium');
  }
  return find();
}

/** `own` is where Playwright keeps its Chromium, as in `…/chromium-1255/chrome-linux64/chrome`. */
function withoutWindows(own) {
  const folder = dirname(dirname(own)).replace('chromium-', 'chromium_headless_shell-');
  const builds = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const names = ['chrome-headless-shell', 'headless_shell'];
  const kept = builds.flatMap((build) => names.map((name) => join(build, name)));
  return [...kept, ...inPath(['chromium-headless-shell'])].find(isExecutable);
}

function withWindows(own) {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const applications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  return [own, ...inPath(names), ...applications].find(isExecutable);
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
