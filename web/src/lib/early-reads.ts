type EarlyRead = { token: string; response: Promise<Response> };

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface Window {
    /** The reads that the script in the page's head has sent, by the path below /api. */
    earlyReads?: Map<string, EarlyRead>;
  }
}

/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Reads `path` below /api before the app's code is loaded, with `token`, at log position `position` or later. */
export function beginEarlyRead(path: string, token: string, position: bigint): void {
  const headers = { authorization: `Bearer ${token}`, ...(position > 0n && { 'x-min-position': String(position) }) };
  const response = fetch(`/api${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Prevents an unhandled rejection if nobody takes the answer; `takeEarlyRead` still rejects.
  response.catch(() => undefined);
  window.earlyReads ??= new Map();
  window.earlyReads.set(path, { token, response });
}

/**
 * Returns and forgets the answer to the early read of `path`; undefined if there is none, it was read with another
 * token, or it is older than `position`. Rejects if it did not arrive.
 */
export async function takeEarlyRead(
  path: string,
  token: string | null,
  position: string | null,
): Promise<Response | undefined> {
  const read = window.earlyReads?.get(path);
  window.earlyReads?.delete(path);
  if (read?.token !== token) return undefined;
  const response = await read.response;
  const isRecent = BigInt(position ?? 0) <= BigInt(response.headers.get('x-log-position') ?? 0);
  return isRecent || !response.ok ? response : undefined;
}
