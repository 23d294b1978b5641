import type { AnecdoteView } from '@anecdotes/contracts';
import { format, isoDay } from '../../lib/format.ts';

export type NoteRow = {
  kind: 'note';
  key: string;
  /** Place among the notes, from 0. */
  index: number;
  anecdote: AnecdoteView;
  /** True for the first note of its calendar day. */
  opensDay: boolean;
  /** True when the next note is the one this continues, so that a line can join them. */
  joinsNext: boolean;
};
type MonthRow = { kind: 'month'; key: string; label: string };
export type Row = NoteRow | MonthRow;

/** The rows of a timeline: a heading before the notes of each month. */
export function timelineRows(anecdotes: readonly AnecdoteView[]): Row[] {
  const rows: Row[] = [];
  let day = '';
  for (const [index, anecdote] of anecdotes.entries()) {
    const at = new Date(anecdote.timestamp);
    const today = isoDay(at);
    if (today.slice(0, 7) !== day.slice(0, 7)) {
      rows.push({ kind: 'month', key: `month-${today.slice(0, 7)}`, label: format.month(at) });
    }
    rows.push({ ...noteRow(anecdotes, anecdote, index), opensDay: today !== day });
    day = today;
  }
  return rows;
}

/** The rows of a grid: notes only. */
export function gridRows(anecdotes: readonly AnecdoteView[]): Row[] {
  return anecdotes.map((anecdote, index) => noteRow(anecdotes, anecdote, index));
}

function noteRow(anecdotes: readonly AnecdoteView[], anecdote: AnecdoteView, index: number): NoteRow {
  const next = anecdotes[index + 1];
  const joinsNext = next !== undefined && (anecdote.connected_to === next.id || next.connected_to === anecdote.id);
  return { kind: 'note', key: anecdote.id, index, anecdote, opensDay: false, joinsNext };
}
