import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { journalCalls, measureCall } from './calls.mjs';
import { openJournal } from './journal.mjs';
import { ms, printTable, runInTurns, times, whole } from './measure.mjs';
import { startServer } from './postgres.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ANECDOTES = Number(process.env.COMPARE_ANECDOTES ?? 5_000);
const ROUNDS = Number(process.env.COMPARE_ROUNDS ?? 7);
const CONNECTIONS = (process.env.COMPARE_CONNECTIONS ?? '1,64').split(',').map(Number);
const SECONDS = 2;
const CREATIONS = 3_000;

/**
 * Measures the products of two commits in turns, with this version of the benchmarks: all calls, or those that are
 * named. Each is checked out and installed in a temporary folder and has a journal of its own on the same Postgres.
 */
export async function compareCommits([first, second, ...names]) {
  const calls = Object.entries(journalCalls).filter(([name]) => names.length === 0 || names.includes(name));
  if (second === undefined || calls.length < Math.max(1, names.length)) {
    console.error(`compare <commit> <commit> [${Object.keys(journalCalls).join(' | ')}]…`);
    process.exit(1);
  }
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-compare-'));
  const server = await startServer();
  const stops = [];
  try {
    const contenders = {};
    for (const [side, commit] of Object.entries({ A: first, B: second })) {
      contenders[side] = await openJournal(server, ANECDOTES, { root: checkOut(commit, join(folder, side)) });
      stops.push(contenders[side].stop);
    }
    await compare(contenders, calls);
  } finally {
    for (const stop of stops) await stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}

/** Checks out `commit` into `folder` and installs its packages. Returns the folder. */
function checkOut(commit, folder) {
  const subject = git('log', '-1', '--format=%h %s', commit).trim();
  console.log(`  ${folder.at(-1)}: ${subject}`);
  git('worktree', 'add', '--detach', folder, commit);
  const npm = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

async function compare(contenders, calls) {
  const rows = [];
  for (const [name, call] of calls) {
    for (const connections of CONNECTIONS) {
      const amount = Math.ceil((CREATIONS * Math.min(connections, 8)) / 8);
      const load = { connections, ...(call.writes ? { amount } : { seconds: SECONDS }) };
      const run = (contender) => measureCall(contender, call, load);
      await runInTurns(contenders, 1, run);
      const { A, B } = await runInTurns(contenders, ROUNDS, run);
      const both = (show, figure) => `${show(A[figure])} / ${show(B[figure])}`;
      rows.push([
        name,
        connections,
        both(whole, 'perSecond'),
        times(B.perSecond / A.perSecond),
        both(percent, 'spread'),
        both(ms, 'p50'),
        both(ms, 'p99'),
        both(whole, 'program'),
        both(whole, 'postgres'),
        times((B.program + B.postgres) / (A.program + A.postgres)),
      ]);
    }
  }
  printTable(
    `A / B: medians of ${ROUNDS} runs in turns, journals of ${whole(ANECDOTES)} anecdotes; processor time of a call in µs`,
    HEADINGS,
    rows,
  );
}

const HEADINGS = [
  'call',
  'connections',
  'calls/s',
  'rate B/A',
  'spread',
  'p50 ms',
  'p99 ms',
  'program µs',
  'Postgres µs',
  'processor B/A',
];
const percent = (share) => `${Math.round(100 * share)} %`;
