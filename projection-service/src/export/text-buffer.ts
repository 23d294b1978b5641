/** Of a code unit of UTF-16 in UTF-8. */
export const MOST_BYTES = 3;

/** Texts in UTF-8, one behind the other, in memory that is used again and again. */
export function createTextBuffer(size: number) {
  let bytes = Buffer.allocUnsafe(size);
  let used = 0;
  return {
    add(text: string): void {
      const most = used + MOST_BYTES * text.length;
      if (most > bytes.length) bytes = Buffer.concat([bytes.subarray(0, used)], 2 * most);
      used += bytes.write(text, used);
    },
    /** What was added, until the next text is. */
    taken(): Buffer {
      const taken = bytes.subarray(0, used);
      used = 0;
      return taken;
    },
  };
}
