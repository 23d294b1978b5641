/** A date at the start of a text: its midnight in UTC, in milliseconds since 1970, and the text after it. */
export type WrittenDate = { readonly midnight: number; readonly rest: string };

const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/;

/** The date that `text` begins with; undefined if there is none or its month does not have that day. */
export function dateAtStart(text: string): WrittenDate | undefined {
  const [all = '', year = '', month = '', day = ''] = iso.exec(text) ?? [];
  const midnight = midnightOf(year, month, day);
  return midnight === undefined ? undefined : { midnight, rest: text.slice(all.length) };
}

function midnightOf(year: string, month: string, day: string): number | undefined {
  const midnight = Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00.000Z`);
  // A day that its month does not have is parsed as one of the next month.
  return new Date(midnight).getUTCDate() === Number(day) ? midnight : undefined;
}
