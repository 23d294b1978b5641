/** Search parameters as a link or an address gives them. */
export type SearchParams = Readonly<Record<string, unknown>>;

/** Control characters and halves of characters: nothing that is stored has them and no call takes them. */
const unsearchable = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/** The parameters of a query string as plain texts, never JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** `params` as a query string, lists with commas between their items: `?tags=work,sleep`, slashes as they are. Leaves out what is empty. */
export function stringifySearch(params: SearchParams): string {
  const texts = Object.entries(params).map(([name, value]) => [name, String(value ?? '')]);
  const search = new URLSearchParams(texts.filter(([, text]) => text !== ''));
  return search.size === 0 ? '' : `?${search.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}

/** A text that can be searched for; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(unsearchable, '') : '';
}

/** The items of a list, or of a text with commas between them; none for anything else. */
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
