/**
 * A `text[]` in the wire format of Postgres, which spares both sides the quoting of long texts:
 * https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES (array_send of the server).
 */
export function toTextArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const size = lengths.reduce((sum, length) => sum + INT32 + length, HEADER);
  const array = Buffer.allocUnsafe(size);
  let offset = 0;
  for (const field of [DIMENSIONS, NO_NULLS, TEXT, texts.length, LOWER_BOUND])
    offset = array.writeInt32BE(field, offset);
  for (const [index, text] of texts.entries()) {
    offset = array.writeInt32BE(lengths[index] ?? 0, offset);
    offset += array.write(text, offset);
  }
  return array;
}

const INT32 = 4;
const HEADER = 5 * INT32;
const DIMENSIONS = 1;
const NO_NULLS = 0;
const TEXT = 25;
const LOWER_BOUND = 1;
