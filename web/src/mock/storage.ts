/** The storage of the mock service: the browser's local storage, or a map in tests. */
export type MockStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Rows with ids, in insertion order. Changes throw MockFailure STORAGE_ERROR when storage is full. */
export type Table<Row> = {
  all(): readonly Row[];
  /** Adds `rows`, or replaces those with the same ids. */
  put(...rows: readonly Row[]): void;
  remove(isRemoved: (row: Row) => boolean): void;
  replace(rows: readonly Row[]): void;
};

/** A failure that only the mock service has. */
export class MockFailure extends Error {
  override name = 'MockFailure';
  readonly code: 'NETWORK_ERROR' | 'STORAGE_ERROR';
  readonly status = 500;
  readonly details = {};

  constructor(code: MockFailure['code']) {
    super(code === 'NETWORK_ERROR' ? 'Simulated network error' : 'Failed to save data');
    this.code = code;
  }
}

/** Opens the table `name`; the last text read is cached with its rows, so that reading it again is cheap. */
export function openTable<Row extends { readonly id: string }>(storage: MockStorage, name: string): Table<Row> {
  const key = `mock_${name}`;
  let known: { text: string; rows: readonly Row[] } = { text: '[]', rows: [] };
  const all = () => {
    const text = storage.getItem(key) ?? '[]';
    if (text !== known.text) known = { text, rows: JSON.parse(text) };
    return known.rows;
  };
  const replace = (rows: readonly Row[]) => {
    const text = JSON.stringify(rows);
    try {
      storage.setItem(key, text);
    } catch {
      throw new MockFailure('STORAGE_ERROR');
    }
    known = { text, rows };
  };
  return {
    all,
    put: (...rows) => replace([...new Map([...all(), ...rows].map((row) => [row.id, row])).values()]),
    remove: (isRemoved) => replace(all().filter((row) => !isRemoved(row))),
    replace,
  };
}
