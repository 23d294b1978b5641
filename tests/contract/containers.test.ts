import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandConfiguration } from '@anecdotes/command-service/configuration';
import { backupSettings } from '@anecdotes/contracts/server/settings/backup-settings';
import { checkpointSettings } from '@anecdotes/contracts/server/settings/checkpoint-settings';
import { readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { checkProduction, EventStoreUrl, serviceSettings } from '@anecdotes/contracts/server/settings/settings';
import { readSettings } from '@anecdotes/deploy/embedded/configuration';
import { GatewayConfiguration } from '@anecdotes/deploy/gateway/configuration';
import { ProjectionConfiguration } from '@anecdotes/projection-service/configuration';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const exists = (file: string) => existsSync(new URL(`../../${file}`, import.meta.url));
const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yaml');
const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);

test('every file that an image copies from the repository exists, and .dockerignore lets it through', () => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = '']) => list.split(' '));
  expect(sources.filter((source) => !exists(source))).toEqual([]);
  const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  expect(sources.filter((source) => !sent.some((name) => source === name || source.startsWith(`${name}/`)))).toEqual(
    [],
  );
});

/** The source of the program that an image starts. */
const programOf = (image: string) => /"dist\/([^"]+)\.mjs"\]$/m.exec(image)?.[1]?.concat('.ts') ?? '';

test('every image starts a program that exists, as a user that is not root', () => {
  const targets = dockerfile.split(/^(?=FROM )/m).filter((stage) => stage.startsWith('FROM runtime'));
  expect(targets).toHaveLength(4);
  for (const target of targets) {
    expect(target).toMatch(/^USER node\nCMD \["node", (?:"--[^"]+", )*"dist\/[^"]+\.mjs"\]$/m);
    expect(exists(programOf(target))).toBe(true);
  }
});

const sourcesOf = { contracts: 'src/', 'contracts/server': 'src/server/', 'contracts/docs': 'docs/' } as const;

/** The file of a module that is named by its workspace, such as `contracts/server/process`. */
function fileOf(name: string): string {
  const [workspace = '', part] = name.split('/');
  const known = `${workspace}/${part}` as keyof typeof sourcesOf;
  if (known in sourcesOf) return `${workspace}/${sourcesOf[known]}${name.slice(known.length + 1)}.ts`;
  return `${workspace}/src/${name.slice(workspace.length + 1) || 'index'}.ts`;
}

/** `file` and all files of the repository that it imports, directly or indirectly. */
function importsOf(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = read(file);
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?:[^;]* from )?'((?:\.|@anecdotes\/)[^']+)'/gm)) {
    importsOf(name.startsWith('.') ? join(dirname(file), name) : fileOf(name.slice('@anecdotes/'.length)), known);
  }
  return known;
}

const imageOf = (name: string) =>
  dockerfile.split(/^(?=FROM )/m).find((stage) => RegExp(`^FROM \\S+ AS ${name}\n`).test(stage)) ?? '';

test('every build stage and target that is referred to exists', () => {
  const named = [
    ...[...dockerfile.matchAll(/--from=(\S+)/g)].map(([, name]) => name),
    ...[...compose.matchAll(/target: (\S+) \}/g)].map(([, name]) => name),
  ];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !stages.includes(name))).toEqual([]);
});

test('files of the repository that an image keeps are made readable for everybody', () => {
  const kept = ['manifests', 'web-build', 'embedded'];
  for (const name of kept) expect(imageOf(name), name).toMatch(/^RUN .*chmod -R a\+rX \S+$/m);
  const others = stages.filter((name = '') => !kept.includes(name) && /^COPY (?!--from)/m.test(imageOf(name)));
  // Its images keep only what it builds.
  expect(others).toEqual(['programs']);
});

type Composed = {
  build?: object;
  init?: boolean;
  stop_grace_period?: string;
  tmpfs?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
};
const { services } = parse(compose, { merge: true }) as { services: Record<string, Composed> };

test('services that receive or produce large files keep them on a volume instead of the tmpfs behind /tmp', () => {
  const given = Object.values(services).filter(({ environment = {} }) => 'TMPDIR' in environment);
  expect(given).toHaveLength(3);
  for (const { environment = {}, tmpfs, volumes } of given) {
    expect(tmpfs).not.toContain(environment.TMPDIR);
    expect(volumes).toContain(`temporary:${environment.TMPDIR}`);
  }
});

test('the services start when Postgres answers at its port, not when it is being initialised', () => {
  expect(services.postgres?.healthcheck?.test).toContain('--host=127.0.0.1');
});

test('a program of the operator is not reported as unhealthy because nothing listens in its container', () => {
  expect(services.operator?.healthcheck?.disable).toBe(true);
});

test('in compose each program of the product gets signals while it loads, and all the time it takes to stop', () => {
  const programs = Object.values(services).filter(({ build }) => build !== undefined);
  expect(programs).toHaveLength(4);
  const deadline = Number(/SHUTDOWN_DEADLINE_MS = (\d+)_000/.exec(read('contracts/src/server/process.ts'))?.[1]);
  for (const { init, stop_grace_period = '0s' } of programs) {
    expect(init).toBe(true);
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(deadline);
  }
});

test('exactly the secrets that the script makes are mounted', () => {
  const made = [...read('deploy/run/secrets.mjs').matchAll(/secret\('(.+?)'/g)].map(([, name]) => name);
  const mounted = [...compose.matchAll(/file: \.\/secrets\/(\S+)/g)].map(([, name]) => name);
  const used = [...compose.matchAll(/\/run\/secrets\/(\S+)/g)].map(([, name]) => name);
  expect(mounted.toSorted()).toEqual(made.toSorted());
  expect(used.filter((name) => !made.includes(name))).toEqual([]);
});

/** A new folder for secrets, and a function that runs the script on it. */
function secretsFolder(PUBLIC_URL = 'https://notes.example'): { secrets: string; run: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  mkdirSync(join(folder, 'run'));
  const script = join(folder, 'run', 'secrets.mjs');
  copyFileSync(fileURLToPath(new URL('../../deploy/run/secrets.mjs', import.meta.url)), script);
  const run = () =>
    void execFileSync('sh', ['-c', 'umask 077 && exec "$0" "$1"', process.execPath, script], {
      env: { PUBLIC_URL },
      stdio: 'pipe',
    });
  return { secrets: join(folder, 'secrets'), run };
}

test('the script makes secrets that the services accept, and a second run makes only the missing ones', () => {
  const { secrets, run } = secretsFolder();
  const make = () => {
    run();
    return Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]));
  };
  const made = make();
  expect(checkpointSettings.CHECKPOINT_KEY.parse(made['checkpoint-key']?.trim()).signer.verifier.name).toMatch(
    /^notes\.example\/api\/tlog\/[0-9a-f-]{36}$/,
  );
  expect(serviceSettings.MASTER_KEY.parse(made['master-key'])).toHaveLength(32);
  expect(serviceSettings.SIGNING_KEY.safeParse(made['signing-key']).success).toBe(true);
  expect(made['database-url']).toContain(made['postgres-password']);
  for (const name of Object.keys(made).filter((name) => name !== 'database-url')) {
    const before = make();
    rmSync(join(secrets, name));
    const again = make();
    expect(again).toEqual({ ...before, [name]: again[name] });
    expect(again[name]).not.toBe(before[name]);
  }
});

test.each(['notes.example', 'notes.example:8443', 'ftp://notes.example'])(
  'the script makes no secrets for PUBLIC_URL=%s, which is not a web address',
  (address) => {
    const { secrets, run } = secretsFolder(address);
    expect(run).toThrow('Wrong setting. PUBLIC_URL: Must be an http:// or https:// address');
    expect(existsSync(secrets)).toBe(false);
  },
);

test('the accounts in the containers can read the secrets, even if the umask of their maker is strict', () => {
  const { secrets, run } = secretsFolder();
  run();
  for (const name of readdirSync(secrets)) expect(statSync(join(secrets, name)).mode & 0o777, name).toBe(0o644);
  expect(statSync(secrets).mode & 0o777).toBe(0o700);
});

type Probe = { httpGet: { path: string; port: number } };
type Container = {
  image: string;
  env: { name: string; value: string }[];
  ports: [{ containerPort: number }];
  livenessProbe: Probe;
  readinessProbe: Probe;
  startupProbe?: Probe;
};
type Deployment = { metadata: { name: string }; spec: { template: { spec: { containers: [Container] } } } };
type Service = { spec: { ports: [{ port: number }] } };

const kubernetes = 'deploy/kubernetes';

/** The only container of a program in Kubernetes, and the port of its Service. */
function inKubernetes(name: string): Container & { servicePort: number } {
  const documents = parseAllDocuments(read(`${kubernetes}/${name}.yaml`)).map((document) => document.toJS());
  const { spec } = documents.find(({ kind }) => kind === 'Deployment') as Deployment;
  const service = documents.find(({ kind }) => kind === 'Service') as Service;
  return { ...spec.template.spec.containers[0], servicePort: service.spec.ports[0].port };
}

const programs = {
  'command-service': CommandConfiguration.extend({ EVENTSTORE_URL: EventStoreUrl }),
  'projection-service': ProjectionConfiguration.extend({ EVENTSTORE_URL: EventStoreUrl }),
  gateway: GatewayConfiguration,
};

test.each(Object.keys(programs))('in Kubernetes %s is probed at paths and at a port that it serves', (name) => {
  const image = imageOf(name);
  const container = inKubernetes(name);
  const port = Number(/^ENV PORT=(\d+)$/m.exec(image)?.[1]);
  const sources = [...importsOf(programOf(image))].map(read).join('\n');
  expect(container.image).toBe(`anecdotes/${name}`);
  expect([container.ports[0].containerPort, container.servicePort]).toEqual([port, port]);
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe === undefined) continue;
    expect(probe.httpGet.port).toBe(port);
    expect(sources).toContain(`app.get('${probe.httpGet.path}'`);
  }
});

test('in Kubernetes each program gets the settings that it needs in production, and none that nobody reads', () => {
  const { secrets, run } = secretsFolder();
  run();
  writeFileSync(join(secrets, 'eventstore-url'), 'esdb://log.example:2113');
  writeFileSync(join(secrets, 'smtp-url'), 'smtps://mail.example');
  const shared = Object.fromEntries(
    [...read(`${kubernetes}/settings.env`).matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '', value]) => [name, value]),
  );
  for (const [name, schema] of Object.entries(programs)) {
    const { env } = inKubernetes(name);
    const own = Object.fromEntries(
      env.map((one) => [one.name, one.value.replace('/run/secrets/anecdotes', secrets)] as const),
    );
    const settings = readConfiguration(schema, { NODE_ENV: 'production', ...shared, ...own });
    if ('SMTP_URL' in settings) checkProduction(settings);
    const unread = Object.keys(own).filter((setting) => !(setting.replace(/_FILE$/, '') in schema.shape));
    expect(unread, name).toEqual([]);
  }
  const known = Object.values(programs).flatMap((schema) => Object.keys(schema.shape));
  expect(Object.keys(shared).filter((setting) => !known.includes(setting))).toEqual([]);
});

test('the table of settings has a row for each setting that a program reads, and no other', () => {
  const names = new Set<string>();
  const recording = new Proxy<Record<string, string>>({}, { get: (_, name) => void names.add(String(name)) });
  readSettings(recording);
  const schemas = [CommandConfiguration, ProjectionConfiguration, GatewayConfiguration];
  for (const { shape } of schemas) for (const name of Object.keys(shape)) names.add(name);
  const settings = [...names, 'BACKUP_AGE_IDENTITY'].filter((name) => !name.endsWith('_FILE'));
  const [table = ''] = read('deploy/README.md').split('\n## Operations');
  const rows = [...table.matchAll(/^\| (`.+?) \| /gm)].flatMap(([, cell = '']) => [...cell.matchAll(/\w+/g)]);
  expect(rows.map(([name]) => name).toSorted()).toEqual(settings.toSorted());
});

test('compose passes on each setting that an operator can choose', () => {
  // Images or compose decide the first four, production forbids one, and images lack the programs for the last.
  const fixed = ['NODE_ENV', 'HOST', 'PORT', 'RATE_LIMIT_STORE', 'RATE_LIMIT', 'CHECKPOINT_COMMAND'];
  const operator = { shape: { ...CommandConfiguration.shape, ...checkpointSettings, ...backupSettings } };
  for (const [name, { shape }] of Object.entries({ ...programs, operator })) {
    const given = Object.keys(services[name]?.environment ?? {}).map((setting) => setting.replace(/_FILE$/, ''));
    expect(
      Object.keys(shape).filter((setting) => !given.includes(setting) && !fixed.includes(setting)),
      name,
    ).toEqual([]);
  }
});

test('the commands that make the Secret for Kubernetes name each file that the programs read from it', () => {
  const given = [...read('deploy/README.md').matchAll(/--from-file=deploy\/secrets\/([\w-]+)/g)].map(
    ([, name]) => name,
  );
  const used = Object.keys(programs).flatMap((name) =>
    inKubernetes(name).env.flatMap(({ value }) => /^\/run\/secrets\/anecdotes\/(.+)$/.exec(value)?.[1] ?? []),
  );
  expect([...new Set(used)].toSorted()).toEqual(given.toSorted());
});

test('the files that make up the deployment in Kubernetes exist, and each is named', () => {
  const named = [...read(`${kubernetes}/kustomization.yaml`).matchAll(/[\w-]+\.(?:yaml|env)\b/g)].map(([name]) => name);
  const files = readdirSync(new URL(`../../${kubernetes}`, import.meta.url)).filter(
    (file) => !file.startsWith('kustom'),
  );
  expect(named.toSorted()).toEqual(files.toSorted());
});
