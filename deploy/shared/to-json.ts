/** One line of JSON. Positions become strings, because they can exceed the numbers that JSON parsers read exactly. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one));
}
