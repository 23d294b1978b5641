import type { Page, Request, Route } from '@playwright/test';

const CALLS = /\/api\//;

/** An answer of the service that a test makes up. */
export type MadeUp = { status?: number; json?: unknown; body?: string };

/** A failure without a message. */
export const wordless: MadeUp = { status: 500, body: '' };

/** A refusal in the format of the service. */
export function refusal(message: string, code = 'VALIDATION_FAILED', status = 422): MadeUp {
  const timestamp = new Date().toISOString();
  return {
    status,
    json: { success: false, data: null, detail: message, error: { code, message, timestamp }, timestamp },
  };
}

/** A success that holds `rest`. */
export function success(rest: object): MadeUp {
  return { status: 200, json: { success: true, error: null, timestamp: new Date().toISOString(), ...rest } };
}

/** Answers the calls that match, a method and a path below /api, with `answer` while `during` runs. */
export async function answerWith(page: Page, call: RegExp, answer: MadeUp, during: () => Promise<void>): Promise<void> {
  const fulfil = (route: Route) => (call.test(nameOf(route.request())) ? route.fulfill(answer) : route.fallback());
  await page.route(CALLS, fulfil);
  await during();
  await page.unroute(CALLS, fulfil);
}

/** Holds back the calls that match until the returned function lets them through; it returns how many there were. */
export async function holdCalls(page: Page, call: RegExp): Promise<() => Promise<number>> {
  const held: (() => Promise<void>)[] = [];
  const hold = (route: Route) => {
    if (!call.test(nameOf(route.request()))) return route.fallback();
    held.push(() => route.continue());
    return undefined;
  };
  await page.route(CALLS, hold);
  return async () => {
    await page.unroute(CALLS, hold);
    await Promise.all(held.map((release) => release().catch(() => undefined)));
    return held.length;
  };
}

/**
 * Lets the calls that match reach the service, but never answers the first one. Returns their idempotency keys, to which
 * each further call adds its own.
 */
export async function loseFirstAnswer(page: Page, call: RegExp): Promise<string[]> {
  const keys: string[] = [];
  await page.route(CALLS, async (route) => {
    const request = route.request();
    if (!call.test(nameOf(request))) return route.fallback();
    keys.push((await request.headerValue('idempotency-key')) ?? '');
    if (keys.length > 1) return route.fallback();
    await route.fetch();
  });
  return keys;
}

/** A call as its method, its path below /api and its query. */
export function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname.replace(/^\/api/, '')}${search}`;
}
