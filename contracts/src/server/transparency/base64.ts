/**
 * The bytes of `text` in Base 64 (RFC 4648, section 4); undefined for anything that encodes them in another way, such
 * as without padding or with unused bits that are not zero.
 */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
