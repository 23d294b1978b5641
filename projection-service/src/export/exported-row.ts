import type { Operation, Origin } from '@anecdotes/contracts';
import type { ViewRow } from '../anecdotes/table.ts';
import { isoOf, type LocalTime, localTimeOf } from './local-time.ts';

/** An anecdote with its origin, and with the time and text of its parent if that is exported too. */
export type ExportRow = Omit<ViewRow, 'at' | 'same_here' | 'created_at' | 'updated_at' | 'revision'> & {
  readonly same_here: boolean;
  readonly channel: Origin['channel'] | null;
  readonly operation_kind: Operation['kind'] | null;
  readonly parent: { readonly local: LocalTime; readonly text: string } | null;
  /** The instants as ISO 8601 in UTC. */
  readonly iso: { readonly at: string; readonly created: string; readonly updated: string };
  readonly local: LocalTime;
  /** What more than one file contains as JSON. */
  readonly json: { readonly tags: string; readonly location: string; readonly address: string };
};

/**
 * The fields of a row, in the order in which `exportedRows` joins them to a text. Instants are in milliseconds since
 * 1970.
 */
export const exportFields = [
  ...(['id', 'description', 'time_zone', 'tags', 'location', 'lat', 'lng', 'address', 'connected_to'] as const),
  ...(['at', 'created_at', 'updated_at', 'same_here', 'channel', 'operation_kind'] as const),
  ...(['parent_at', 'parent_zone', 'parent_text'] as const),
] as const;
type Texts<Names extends readonly unknown[]> = { readonly [Index in keyof Names]: string };

/** The separators of fields and of tags, and the sign for a field that is null; no accepted text contains them. */
export const FIELD_END = '\u001f';
export const TAG_END = '\u001e';
export const NULL = '\u001d';

/** The row that a text of `exportedRows` contains. */
export function exportRowOf(row: string): ExportRow {
  const fields = row.split(FIELD_END);
  if (fields.length !== exportFields.length) {
    throw new Error('An exported row has a wrong number of fields: one of its texts contains the field separator');
  }
  const [id, description, time_zone, joinedTags, ...more] = fields as unknown as Texts<typeof exportFields>;
  const [place, lat, lng, street, connected_to, at, created_at, updated_at, same_here, ...origin] = more;
  const [channel, operation_kind, parent_at, parent_zone, parent_text] = origin;
  const tags = joinedTags === '' ? [] : joinedTags.split(TAG_END);
  const [location, address] = [textOf(place), textOf(street)];
  return {
    id,
    description,
    time_zone,
    tags,
    location,
    lat: numberOf(lat),
    lng: numberOf(lng),
    address,
    connected_to: textOf(connected_to),
    same_here: same_here === 't',
    channel: textOf(channel) as ExportRow['channel'],
    operation_kind: textOf(operation_kind) as ExportRow['operation_kind'],
    parent: parent_at === NULL ? null : { local: localTimeOf(Number(parent_at), parent_zone), text: parent_text },
    iso: { at: isoOf(Number(at)), created: isoOf(Number(created_at)), updated: isoOf(Number(updated_at)) },
    local: localTimeOf(Number(at), time_zone),
    json: { tags: JSON.stringify(tags), location: JSON.stringify(location), address: JSON.stringify(address) },
  };
}

function textOf(field: string): string | null {
  return field === NULL ? null : field;
}

function numberOf(field: string): number | null {
  return field === NULL ? null : Number(field);
}
