/** Limits of accepted input; lengths of text are in Unicode code points. */
export const limits = {
  description: 20_000,
  tags: 50,
  tag: 64,
  location: 500,
  address: 500,
  /** The title of a post that is imported. */
  postTitle: 500,
  bodyBytes: 256 * 1024,
  jsonDepth: 20,
  /** Members of all objects in a body that is no batch. */
  jsonMembers: 1_000,
  batch: 500,
  batchBytes: 4 * 1024 * 1024,
  /** Anecdotes that one operation may name; a body with so many ids is smaller than `batchBytes`. */
  operation: 100_000,
  /** The size of a file to import, and of its unpacked content. */
  importBytes: 256 * 1024 * 1024,
  importUnpackedBytes: 512 * 1024 * 1024,
  /** Files in an archive to import; an export has one for each anecdote. */
  importFiles: 110_000,
  /** A text to import that is loaded into memory as a whole. */
  importTextBytes: 16 * 1024 * 1024,
  /** One entry in a file to import. */
  importEntryBytes: 1024 * 1024,
  /** Fields of one item of a batch; an anecdote has seven. */
  batchItemFields: 50,
  /** All errors in the answer to one batch, as JSON. */
  batchErrorBytes: 16 * 1024,
  /** Fields that one answer about invalid input names, and the length of each name. */
  refusedFields: 20,
  refusedFieldName: 100,
  pageSize: { default: 20, max: 100 },
  autocomplete: 10,
  suggestions: 5,
  /** How long calls that need a recently entered password are allowed after it, in seconds. */
  recentPasswordSeconds: 300,
  idempotencyKey: 255,
  searchTerm: 500,
  /** A parameter in a path, such as an id, in UTF-16 code units. */
  pathParameter: 100,
  /** The text of a search for related anecdotes. */
  relatedText: 500,
  username: 50,
  fullName: 100,
  /** RFC 5321, 4.5.3.1: a path has at most 256 characters, two of which are angle brackets. */
  email: 254,
  password: { min: 6, max: 128 },
  apiKeys: 20,
  apiKeyName: 100,
  apiKeyGraceSeconds: 86_400,
} as const;

/** For how long a deleted anecdote can be restored, in milliseconds. */
export const RESTORE_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;
