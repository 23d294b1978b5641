/**
 * Joins pieces to chunks of `size` bytes. `take` receives each chunk and returns memory of that size for the next one.
 */
export function inChunks(size: number, take: (chunk: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>) {
  let chunk = new Uint8Array(size);
  let used = 0;
  return {
    async add(piece: Uint8Array): Promise<void> {
      let from = 0;
      while (piece.length - from >= size - used) {
        const part = piece.subarray(from, from + size - used);
        chunk.set(part, used);
        from += part.length;
        chunk = await take(chunk);
        used = 0;
      }
      chunk.set(piece.subarray(from), used);
      used += piece.length - from;
    },
    /** Passes the rest to `take`. */
    async end(): Promise<void> {
      if (used > 0) await take(chunk.subarray(0, used));
      used = 0;
    },
  };
}
