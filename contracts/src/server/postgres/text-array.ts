/**
 * A `text[]` in the binary wire format of Postgres, which needs no quoting of long texts:
 * https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES (array_send of the server).
 */
export function toTextArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? NULL : Buffer.byteLength(text)));
  const size = lengths.reduce((sum, length) => sum + INT32 + Math.max(0, length), HEADER);
  const array = Buffer.allocUnsafe(size);
  let offset = 0;
  for (const field of [DIMENSIONS, MAY_HAVE_NULLS, TEXT, texts.length, LOWER_BOUND])
    offset = array.writeInt32BE(field, offset);
  for (const [index, text] of texts.entries()) {
    offset = array.writeInt32BE(lengths[index] ?? NULL, offset);
    if (text !== null) offset += array.write(text, offset);
  }
  return array;
}

const INT32 = 4;
const HEADER = 5 * INT32;
const DIMENSIONS = 1;
const MAY_HAVE_NULLS = 1;
const TEXT = 25;
const LOWER_BOUND = 1;
/** The length field of an element that is null. */
const NULL = -1;
