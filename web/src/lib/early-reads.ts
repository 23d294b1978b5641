type EarlyRead = { token: string; response: Promise<Response> };

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface Window {
    /** What the script in the page's head has asked for, by the path below /api. */
    earlyReads?: Map<string, EarlyRead>;
  }
}

/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Asks for `path` below /api before the app's code is there, as the person with `token`, at log position `position` or later. */
export function beginEarlyRead(path: string, token: string, position: bigint): void {
  const headers = { authorization: `Bearer ${token}`, ...(position > 0n && { 'x-min-position': String(position) }) };
  const response = fetch(`/api${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Whoever takes it hears of the failure; nobody may.
  response.catch(() => undefined);
  window.earlyReads ??= new Map();
  window.earlyReads.set(path, { token, response });
}

/**
 * The answer that was asked for ahead under `path`, once; undefined where there is none, or not for this `token`, or one
 * that is older than `position`. Rejects when it did not arrive.
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
