// Makes the secrets that deploy/compose.yaml mounts, once: `node deploy/run/secrets.mjs`.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../secrets', import.meta.url));
if (existsSync(join(folder, 'master-key'))) {
  console.log(`The secrets are in ${folder} already.`);
} else {
  // The folder is closed; a file in it must be readable for the account inside the container that it is mounted into.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const { privateKey } = generateKeyPairSync('ed25519');
  save('postgres-password', password);
  save('database-url', `postgresql://anecdotes:${password}@postgres:5432/anecdotes`);
  save('signing-key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  save('master-key', randomBytes(32).toString('base64'));
  console.log(`Secrets are made in ${folder}. Keep a copy of master-key: without it nothing personal can be read.`);
}

function save(name, value) {
  writeFileSync(join(folder, name), value, { mode: 0o644, flag: 'wx' });
}
