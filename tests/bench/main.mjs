import { cpus } from 'node:os';
import { startServer } from './postgres.mjs';

/** The benches that `npm run bench` runs; their figures are in the report. */
const main = {
  http: async () => (await import('./http.mjs')).benchHttp,
  growth: async () => (await import('./growth.mjs')).benchGrowth,
  appends: async () => (await import('./appends.mjs')).benchAppends,
  replay: async () => (await import('./replay.mjs')).benchReplay,
  lag: async () => (await import('./lag.mjs')).benchLag,
};
const others = {
  audit: async () => (await import('./audit.mjs')).benchAudit,
  connections: async () => (await import('./connections.mjs')).benchConnections,
  edits: async () => (await import('./edits.mjs')).benchEdits,
  export: async () => (await import('./export.mjs')).benchExport,
  'large-batches': async () => (await import('./large-batches.mjs')).benchLargeBatches,
  limits: async () => (await import('./limits.mjs')).benchLimits,
  'log-ins': async () => (await import('./log-ins.mjs')).benchLogIns,
  map: async () => (await import('./map.mjs')).benchMap,
  past: async () => (await import('./past.mjs')).benchPast,
  related: async () => (await import('./related.mjs')).benchRelated,
  search: async () => (await import('./search.mjs')).benchSearch,
  tree: async () => (await import('./tree.mjs')).benchTree,
};
const benches = { ...main, ...others };

const [command = 'main', ...rest] = process.argv.slice(2);
if (command === 'compare') await (await import('./compare.mjs')).compareCommits(rest);
else if (command === 'draw') (await import('./report.mjs')).drawReport();
else if (command === 'report') (await import('./report.mjs')).writeReport(await measure(Object.keys(main)));
else await measure(namesOf([command, ...rest]));

function namesOf(words) {
  if (words[0] === 'main') return Object.keys(main);
  if (words[0] === 'all') return Object.keys(benches);
  const unknown = words.find((word) => !(word in benches));
  if (unknown === undefined) return words;
  const known = [...Object.keys(benches), 'all', 'report', 'draw', 'compare'];
  console.error(`There is no bench called ${unknown}; there are: ${known.join(', ')}.`);
  return process.exit(1);
}

/** Runs each bench on a Postgres of its own. Returns their results by name. */
async function measure(names) {
  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, the bundled Postgres with fsync`,
  );
  const results = {};
  for (const name of names) {
    const bench = await benches[name]();
    const server = await startServer();
    results[name] = await bench(server).catch((error) => endFailed(name, error, server));
    await server.stop();
  }
  return results;
}

/** Ends the run. Ignores errors of connections that the bench left open when its database stops. */
async function endFailed(name, error, server) {
  console.error(`The bench ${name} failed:`, error);
  process.on('uncaughtException', () => {});
  await server.stop();
  process.exit(1);
}
