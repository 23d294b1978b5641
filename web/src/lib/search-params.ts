/** Search parameters of a link or an address, not validated. */
export type SearchParams = Readonly<Record<string, unknown>>;

/** Control characters and lone surrogates: stored texts do not contain them, and calls with them are refused. */
const unsearchable = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/** The parameters of a query string as plain texts, never JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** `params` as a query string: lists joined by commas (`?tags=work,sleep`), slashes unescaped, no empty values. */
export function stringifySearch(params: SearchParams): string {
  const texts = Object.entries(params).map(([name, value]) => [name, String(value ?? '')]);
  const search = new URLSearchParams(texts.filter(([, text]) => text !== ''));
  return search.size === 0 ? '' : `?${search.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}

/** `value` without unsearchable characters if it is a text, else ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(unsearchable, '') : '';
}

/** The items of a list or of a comma-separated text; none for anything else. */
export function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : textOf(value).split(',');
  return items.map(textOf).filter(Boolean);
}

/** `value` when it is one of `options`. */
export function oneOf<Option extends string>(options: readonly Option[], value: unknown): Option | undefined {
  return options.find((option) => option === value);
}

/** An instant of the years 1 to 9999 in UTC, as ISO 8601 with milliseconds; undefined for anything else. */
export function instantOf(value: unknown): string | undefined {
  const text = textOf(value);
  const at = new Date(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && text > '0001' ? text : '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** True for a valid calendar day of the years 1 to 9999, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const at = new Date(text);
  return at.getUTCDate() === Number(text.slice(8));
}
