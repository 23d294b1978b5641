/** A new UUID of version 7, as the service gives them. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** `bytes` random bytes in base 64 for addresses. */
export function randomToken(bytes: number): string {
  return base64url(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
}

/** ASCII text in base 64 for addresses. */
export function base64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text that `base64url` was given. Throws for what it never gives. */
export function fromBase64url(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
}

/** SHA-256 in hexadecimal. */
export async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
