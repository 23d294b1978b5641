import { parseArgs } from 'node:util';
import { createTestLog } from './log.ts';
import { startTestServer } from './server.ts';

// node tests/support/eventstoredb/main.ts [--port 2113] [--file log.ndjson]
const { values } = parseArgs({ options: { port: { type: 'string' }, file: { type: 'string' } } });
const server = await startTestServer({ log: createTestLog(values.file), port: Number(values.port ?? 2113) });
process.stdout.write(`The test server answers at ${server.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
