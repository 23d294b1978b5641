import type { JournalAnecdote, Operation, Origin } from '@anecdotes/contracts';
import { contentOf, type ViewRow } from '../anecdotes/table.ts';
import { type LocalTime, localTimeOf } from './local-time.ts';

type ExportedContent = Omit<ViewRow, 'at' | 'same_here' | 'created_at' | 'updated_at' | 'revision'> & {
  readonly same_here: boolean;
  readonly channel: Origin['channel'] | null;
  readonly operation_kind: Operation['kind'] | null;
  readonly parent_zone: string | null;
  readonly parent_text: string | null;
};
/** In milliseconds since 1970. */
type Instants = {
  readonly at: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly parent_at: number | null;
};

/** An anecdote with what says where it came from, and what names its parent where that is exported too. */
export type ExportRow = ExportedContent & {
  readonly at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly parent_at: Date | null;
  readonly local: LocalTime;
};

/** The row of a JSON text of `exportedRows`. */
export function exportRowOf(json: string): ExportRow {
  const parsed: ExportedContent & Instants = JSON.parse(json);
  const at = new Date(parsed.at);
  return {
    ...parsed,
    at,
    created_at: new Date(parsed.created_at),
    updated_at: new Date(parsed.updated_at),
    parent_at: parsed.parent_at === null ? null : new Date(parsed.parent_at),
    local: localTimeOf(at, parsed.time_zone),
  };
}

/** The anecdote as a journal file holds it. */
export function journalAnecdoteOf(row: ExportRow): JournalAnecdote {
  return {
    id: row.id,
    ...contentOf(row),
    connected_to: row.connected_to,
    same_here: row.same_here,
    recorded: {
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      channel: row.channel ?? 'system',
      operation: row.operation_kind,
    },
  };
}
