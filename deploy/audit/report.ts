import type { StoredEvent } from '@anecdotes/contracts';
import type { WaitingEvent } from '@anecdotes/projection-service/projection/quarantine';
import { toJson } from '../shared/to-json.ts';
import { describeTree } from '../transparency/verify-tree.ts';
import type { ListedEvent } from './list-events.ts';
import type { OpenedForReading } from './open-events.ts';
import type { Verification } from './verify.ts';

/** A report for the terminal: what was verified and what differs. */
export function describeVerification({ isSound, head, chain, tree, ...rest }: Verification): string {
  const { streams, views, waiting, effort } = rest;
  const lines = [`Log         ${streams.events} events up to position ${head}`];
  if (chain === null) lines.push('Hash chain  none: EventStoreDB has none');
  else if (chain.firstDifference !== null) lines.push(`Hash chain  DIFFERS at position ${chain.firstDifference}`);
  else lines.push(`Hash chain  sound over ${chain.verified} events, ${chain.hash || 'empty'}`);
  if (chain !== null && chain.beyondHead > 0)
    lines.push(`            ${chain.beyondHead} EVENTS AFTER THE RECORDED END OF THE LOG`);
  lines.push(describeTree(tree));
  lines.push(`Streams     ${streams.streams}${streams.gaps.length === 0 ? ', each in order' : ''}`);
  for (const { position, stream, revision } of streams.gaps) {
    lines.push(`            OUT OF ORDER: position ${position}, ${stream}, revision ${revision}`);
  }
  if (views === null) lines.push('Views       not compared: the log was changed');
  else {
    const { position, heldMilliseconds } = views;
    lines.push(
      `Views       compared with a fresh fold at position ${position}; updates paused for ${heldMilliseconds} ms`,
    );
  }
  for (const { name, rows, different, differences } of views?.tables ?? []) {
    const outcome = different === 0 ? 'equal' : `${different} DIFFER`;
    lines.push(`  ${name.padEnd(24)} ${String(rows).padStart(9)} rows  ${outcome}`);
    for (const { onlyIn, row } of differences) lines.push(`    only in the ${onlyIn}: ${toJson(row)}`);
  }
  for (const [reason, count] of Object.entries(waiting)) {
    if (count > 0) lines.push(`Quarantine  ${count} EVENTS (${reason}); npm run audit -- quarantine lists them`);
  }
  const { seconds, eventsPerSecond, megabytes } = effort;
  lines.push(`Effort      ${seconds.toFixed(1)} s, ${eventsPerSecond} events/s, at most ${megabytes} MiB of memory`);
  lines.push(isSound ? 'Log and views agree.' : 'SOMETHING DIFFERS.');
  return lines.join('\n');
}

/** An event in one line: position, time, type, stream with revision, actor and channel. */
export function describeEvent({ isSealed, ...event }: ListedEvent): string {
  return `${lineOf(event)}${isSealed ? '  sealed' : ''}`;
}

/** The same line with the opened data, or the reason why it cannot be opened. */
export function describeOpened({ unopened, ...event }: OpenedForReading): string {
  return `${lineOf(event)}  ${unopened ?? toJson(event.data)}`;
}

function lineOf({ position, recordedAt, type, stream, revision, metadata }: Omit<StoredEvent, 'data'>): string {
  const by = metadata.actor?.account_id ?? 'the program';
  return `${position}  ${recordedAt.toISOString()}  ${type}  ${stream}@${revision}  by ${by} (${metadata.origin.channel})`;
}

/** A quarantined event in one line. */
export function describeQuarantined({
  position,
  stream,
  revision,
  type,
  reason,
  error,
  attempts,
}: WaitingEvent): string {
  return `${position}  ${type}  ${stream}@${revision}  ${reason}: ${error}  (tried ${attempts} times)`;
}
