/** `items` sorted by their keys, the first key first; texts are compared by their code units. */
export function sortBy<Item>(
  items: readonly Item[],
  order: 'asc' | 'desc',
  keysOf: (item: Item) => readonly (string | number)[],
): Item[] {
  const direction = order === 'asc' ? 1 : -1;
  return items
    .map((item) => ({ item, keys: keysOf(item) }))
    .sort((one, other) => direction * compare(one.keys, other.keys))
    .map(({ item }) => item);
}

function compare(keys: readonly (string | number)[], others: readonly (string | number)[]): number {
  const firstDifference = keys.findIndex((key, index) => key !== others[index]);
  const [key = '', other = ''] = [keys[firstDifference], others[firstDifference]];
  return key < other ? -1 : key > other ? 1 : 0;
}
