import type { Operation, Origin } from '@anecdotes/contracts';
import type { ViewRow } from '../anecdotes/table.ts';
import { isoOf, type LocalTime, localTimeOf } from './local-time.ts';

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
export type ExportRow = ExportedContent &
  Instants & {
    /** The instants as ISO 8601 in UTC. */
    readonly iso: { readonly at: string; readonly created: string; readonly updated: string };
    readonly local: LocalTime;
    /** What more than one file holds as JSON. */
    readonly json: { readonly tags: string; readonly location: string; readonly address: string };
  };

/** The row of a JSON text of `exportedRows`. */
export function exportRowOf(text: string): ExportRow {
  const stored: ExportedContent & Instants = JSON.parse(text);
  const { at, created_at, updated_at, time_zone, tags, location, address } = stored;
  return {
    ...stored,
    iso: { at: isoOf(at), created: isoOf(created_at), updated: isoOf(updated_at) },
    local: localTimeOf(at, time_zone),
    json: { tags: JSON.stringify(tags), location: JSON.stringify(location), address: JSON.stringify(address) },
  };
}
