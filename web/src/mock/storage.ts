/** Where the mock service keeps what it is told: the browser's local storage, or a map in tests. */
export type Keep = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** The rows kept under one name; the last text read is remembered with its rows, so that reading again costs little. */
export type Table<Row> = {
  all(): readonly Row[];
  /** Throws MockFailure STORAGE_ERROR when there is no room; the rows of before stay then. */
  replace(rows: readonly Row[]): void;
};

/** What only the mock service can answer. */
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

/** The table called `name`; `blank` holds what a row need not say. */
export function openTable<Row extends object>(keep: Keep, name: string, blank: Partial<Row> = {}): Table<Row> {
  const key = `mock_${name}`;
  let known: { text: string; rows: readonly Row[] } = { text: '[]', rows: [] };
  return {
    all() {
      const text = keep.getItem(key) ?? '[]';
      if (text !== known.text) known = { text, rows: (JSON.parse(text) as Row[]).map((row) => ({ ...blank, ...row })) };
      return known.rows;
    },
    replace(rows) {
      const text = JSON.stringify(rows.map((row) => without(row, blank)));
      try {
        if (rows.length === 0) keep.removeItem(key);
        else keep.setItem(key, text);
      } catch {
        throw new MockFailure('STORAGE_ERROR');
      }
      known = { text, rows };
    },
  };
}

function without<Row extends object>(row: Row, blank: Partial<Row>): Partial<Row> {
  const told = Object.entries(row).filter(([name, value]) => value !== blank[name as keyof Row]);
  return Object.fromEntries(told) as Partial<Row>;
}
