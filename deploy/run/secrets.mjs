// Creates the secrets that deploy/compose.yaml mounts, if they do not exist: `node deploy/run/secrets.mjs`.
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../secrets', import.meta.url));
const isThere = (name) => existsSync(join(folder, name));
if (isThere('master-key') && isThere('checkpoint-key')) {
  console.log(`The secrets already exist in ${folder}; nothing was changed.`);
} else {
  // Only the owner can enter the folder. Its files must be readable for the accounts in the containers that mount them.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Secrets that were made before checkpoints existed lack only the checkpoint key.
  if (!isThere('master-key')) {
    const password = randomBytes(24).toString('base64url');
    const { privateKey } = generateKeyPairSync('ed25519');
    save('postgres-password', password);
    save('database-url', `postgresql://anecdotes:${password}@postgres:5432/anecdotes`);
    save('signing-key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
    save('master-key', randomBytes(32).toString('base64'));
  }
  if (!isThere('checkpoint-key')) save('checkpoint-key', newCheckpointKey());
  console.log(`Created secrets in ${folder}. Keep a copy of them: without master-key, personal data cannot be read.`);
}

/** Makes a private key that signs checkpoints of the log, like `newCheckpointKey` in the contracts. */
function newCheckpointKey() {
  const { host } = new URL(process.env.PUBLIC_URL || 'http://localhost:8080');
  const name = `${host}/api/tlog/${randomUUID()}`;
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [secret, open] = [d, x].map((key) => Buffer.concat([Buffer.of(1), Buffer.from(key, 'base64url')]));
  const id = createHash('sha256').update(`${name}\n`).update(open).digest('hex').slice(0, 8);
  return `PRIVATE+KEY+${name}+${id}+${secret.toString('base64')}\n`;
}

function save(name, value) {
  const file = join(folder, name);
  writeFileSync(file, value, { mode: 0o600, flag: 'wx' });
  // Whatever the umask.
  chmodSync(file, 0o644);
}
