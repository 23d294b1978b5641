import type { JournalHead } from '@anecdotes/contracts';
import type { ExportRow } from './exported-row.ts';

/** The pieces of `journal.json`: one item per line, so that its versions can be compared. */
export function journalJson(head: JournalHead) {
  let separator = '';
  return {
    begin: () => JSON.stringify(head).slice(0, -1),
    beginList: (name: string) => {
      separator = '\n';
      return `,\n${JSON.stringify(name)}: [`;
    },
    /** `json` is the JSON of the item. */
    item: (json: string) => {
      const text = separator + json;
      separator = ',\n';
      return text;
    },
    endList: () => '\n]',
    end: () => '}\n',
  };
}

/**
 * The JSON of the anecdote in `journal.json`. Values that cannot contain a quote are put into quotes without escaping.
 */
export function journalItemOf(row: ExportRow): string {
  const { lat, lng, iso, json } = row;
  const written = `"description":${JSON.stringify(row.description)},"tags":${json.tags},"timestamp":"${iso.at}"`;
  const point = lat === null || lng === null ? 'null' : `{"lat":${lat},"lng":${lng},"address":${json.address}}`;
  const place = `"time_zone":"${row.time_zone}","location":${json.location},"coordinates":${point}`;
  const links = `"connected_to":${quoted(row.connected_to)},"same_here":${row.same_here}`;
  const origin = `"channel":"${row.channel ?? 'system'}","operation":${quoted(row.operation_kind)}`;
  const recorded = `{"created_at":"${iso.created}","updated_at":"${iso.updated}",${origin}}`;
  return `{"id":"${row.id}",${written},${place},${links},"recorded":${recorded}}`;
}

function quoted(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}
