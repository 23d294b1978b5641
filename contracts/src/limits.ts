/** Bounds of decision 16; lengths are in Unicode code points. */
export const limits = {
  description: 20_000,
  tags: 50,
  tag: 64,
  location: 500,
  address: 500,
  bodyBytes: 256 * 1024,
  jsonDepth: 20,
  batch: 500,
  batchBytes: 4 * 1024 * 1024,
  pageSize: { default: 20, max: 100 },
  autocomplete: 10,
  suggestions: 5,
  idempotencyKey: 255,
  searchTerm: 500,
} as const;
