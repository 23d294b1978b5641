/** The most bytes that a UTF-16 code unit takes in UTF-8. */
export const MAX_BYTES_PER_UNIT = 3;

/** Joins texts in UTF-8, in memory that is reused. */
export function createTextBuffer(size: number) {
  let bytes = Buffer.allocUnsafe(size);
  let used = 0;
  return {
    add(text: string): void {
      const most = used + MAX_BYTES_PER_UNIT * text.length;
      if (most > bytes.length) bytes = Buffer.concat([bytes.subarray(0, used)], 2 * most);
      used += bytes.write(text, used);
    },
    /** The bytes of the texts since the last call; they are valid until the next text is added. */
    taken(): Buffer {
      const taken = bytes.subarray(0, used);
      used = 0;
      return taken;
    },
  };
}
