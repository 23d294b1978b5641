import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { drawFigures } from './drawing.mjs';
import { costOf, ms, times, whole } from './measure.mjs';

const fileOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const RESULTS = fileOf('deploy/figures.json');
const DRAWING = fileOf('deploy/figures.svg');
const README = fileOf('deploy/README.md');
const BETWEEN = /(?<=<!-- figures -->\n).*?(?=<!-- end of figures -->)/s;

/** Saves `results`, by the name of the bench, with the commit and the machine, and puts them into the README. */
export function writeReport(results) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = {
    processor: `${cpus().length} x ${cpus()[0]?.model.trim()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.version,
  };
  const kept = { commit, day: new Date().toISOString().slice(0, 10), machine, results };
  writeFileSync(RESULTS, `${JSON.stringify(kept, rounded, 1)}\n`);
  drawReport();
}

/** Makes the tables and the drawing again from the saved results. */
export function drawReport() {
  const { commit, day, machine, results } = JSON.parse(readFileSync(RESULTS, 'utf8'));
  writeFileSync(DRAWING, drawFigures(results.http));
  const parts = [
    `${machine.processor}, ${machine.memory}, Node.js ${machine.node}, bundled Postgres; commit ${commit}, ${day}.`,
    '![Processor time of a call: product, CRUD and bare server](figures.svg)',
    tableOf(
      [
        'call',
        'events',
        'connections',
        'calls/s',
        'p99 ms',
        'processor µs',
        'rate/CRUD',
        'processor/CRUD',
        '/bare',
        '/health',
      ],
      results.http.map(rowOf(results.http)),
    ),
    tableOf(
      [
        'one account',
        ...sizesOf(results.growth).map((size) => `${whole(size)} anecdotes: p50 ms`),
        'p50, times',
        'processor, times',
      ],
      results.growth.map(({ call, few, many }) => [
        call,
        ms(few.p50),
        ms(many.p50),
        times(many.p50 / few.p50),
        times(costOf(many) / costOf(few)),
      ]),
    ),
    tableOf(
      ['beside the bare limit', 'a second', 'limit', 'rate', 'processor'],
      [
        ...results.appends.map(({ callers, log, insert }) => [
          `append, ${callers} at once (bare insert)`,
          ...comparison(log, insert),
        ]),
        ...results.replay.map(({ events, rebuilt, upserted }) => [
          `rebuild of ${whole(events)} events (bare upsert)`,
          ...comparison(rebuilt, upserted),
        ]),
      ],
    ),
    ...results.lag.map(
      ({ rate, p50, p99, ...cost }) =>
        `From answer to visible at ${rate} commands a second: p50 ${ms(p50)} ms, p99 ${ms(p99)} ms, ${whole(costOf(cost))} µs.`,
    ),
  ];
  const text = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    text.replace(BETWEEN, () => `${parts.join('\n\n')}\n`),
  );
}

const rowOf = (figures) => (figure) => {
  const { call, events, connections, product, crud, bare } = figure;
  const health = figures.find(
    (one) => one.call === 'health' && one.events === events && one.connections === connections,
  );
  return [
    call,
    whole(events),
    connections,
    whole(product.perSecond),
    ms(product.p99),
    whole(costOf(product)),
    times(product.perSecond / crud.perSecond),
    times(costOf(product) / costOf(crud)),
    times(costOf(product) / costOf(bare)),
    times(costOf(product) / costOf(health.product)),
  ];
};

const sizesOf = ([{ few, many }]) => [few.events, many.events];

const comparison = (one, limit) => [
  whole(one.perSecond),
  whole(limit.perSecond),
  times(one.perSecond / limit.perSecond),
  times(costOf(one) / costOf(limit)),
];

function tableOf(headings, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = line(headings.map((_, column) => (column === 0 ? '---' : '--:')));
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

const rounded = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
