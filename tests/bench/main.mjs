import { cpus } from 'node:os';
import { startServer } from './postgres.mjs';

const sections = {
  appends: async () => (await import('./appends.mjs')).benchAppends,
  audit: async () => (await import('./audit.mjs')).benchAudit,
  connections: async () => (await import('./connections.mjs')).benchConnections,
  edits: async () => (await import('./edits.mjs')).benchEdits,
  export: async () => (await import('./export.mjs')).benchExport,
  http: async () => (await import('./http.mjs')).benchHttp,
  lag: async () => (await import('./lag.mjs')).benchLag,
  'large-batches': async () => (await import('./large-batches.mjs')).benchLargeBatches,
  limits: async () => (await import('./limits.mjs')).benchLimits,
  'log-ins': async () => (await import('./log-ins.mjs')).benchLogIns,
  map: async () => (await import('./map.mjs')).benchMap,
  past: async () => (await import('./past.mjs')).benchPast,
  related: async () => (await import('./related.mjs')).benchRelated,
  search: async () => (await import('./search.mjs')).benchSearch,
  tree: async () => (await import('./tree.mjs')).benchTree,
  replay: async () => (await import('./replay.mjs')).benchReplay,
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!(name in sections)) {
    console.error(`There is no bench called ${name}; there are: ${Object.keys(sections).join(', ')}.`);
    process.exit(1);
  }
}
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, the bundled Postgres with fsync`);
for (const [name, open] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const bench = await open();
  const server = await startServer();
  try {
    await bench(server);
  } finally {
    await server.stop();
  }
}
