// Creates the secrets that deploy/compose.yaml mounts, if they do not exist: `node deploy/run/secrets.mjs`.
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../secrets', import.meta.url));
const address = process.env.PUBLIC_URL || 'http://localhost:8080';
// Without a scheme, `notes.example:8080` is an address too, but one without a host.
if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
  console.error('Wrong setting. PUBLIC_URL: Must be an http:// or https:// address');
  process.exit(1);
}
const made = [];
// Only the owner can enter the folder. Its files must be readable for the accounts in the containers that mount them.
mkdirSync(folder, { recursive: true, mode: 0o700 });
const password = secret('postgres-password', () => randomBytes(24).toString('base64url'));
secret('database-url', () => `postgresql://anecdotes:${password}@postgres:5432/anecdotes`);
secret('signing-key', () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
secret('master-key', () => randomBytes(32).toString('base64'));
secret('checkpoint-key', newCheckpointKey);
console.log(
  made.length === 0
    ? `The secrets already exist in ${folder}; nothing was changed.`
    : `Created ${made.join(', ')} in ${folder}. Keep a copy: without master-key, personal data cannot be read.`,
);

/** Makes a private key that signs checkpoints of the log, like `newCheckpointKey` in the contracts. */
function newCheckpointKey() {
  const name = `${new URL(address).host}/api/tlog/${randomUUID()}`;
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [secret, open] = [d, x].map((key) => Buffer.concat([Buffer.of(1), Buffer.from(key, 'base64url')]));
  const id = createHash('sha256').update(`${name}\n`).update(open).digest('hex').slice(0, 8);
  return `PRIVATE+KEY+${name}+${id}+${secret.toString('base64')}\n`;
}

/** The secret in this file, which `make` gives if it does not exist. */
function secret(name, make) {
  const file = join(folder, name);
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, make(), { mode: 0o600 });
    // Whatever the umask.
    chmodSync(`${file}.new`, 0o644);
    renameSync(`${file}.new`, file);
    made.push(name);
  }
  return readFileSync(file, 'utf8').trim();
}
