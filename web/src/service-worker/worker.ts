type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Events = { install: ExtendableEvent; activate: ExtendableEvent; fetch: FetchEvent; message: ExtendableEvent };

/** The part of a service worker's global scope that the worker uses; the compiler's own library would hide the page's. */
type WorkerScope = {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
};

/** What the build puts in: the files of the shell and a name that is new whenever one of them is. */
type Build = { readonly revision: string; readonly files: readonly string[] };

declare const __BUILD__: Build;

const worker = self as unknown as WorkerScope;
const { revision, files } = __BUILD__;
const CACHE = `shell-${revision}`;
const SHELL = '/index.html';
const LANDING_PAGE = '/landing.html';
/** A page that takes longer than this is shown from the cache: over a slow network the app opens as if there was none. */
const NETWORK_TIMEOUT_MS = 300;
/** Paths that only the server answers, and pages whose address holds a one-time token; never handled here. */
const passThrough = /^\/(?:api|dev|metrics|healthz|readyz|invitation|reset-password|verify-email)(?:\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(precache()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
// The page asks for this once the person wants the new version.
worker.addEventListener('message', () => void worker.skipWaiting());
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || passThrough.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/') || files.includes(pathname)) event.respondWith(file(request));
});

/** Stores the shell of this build, all of it or nothing. */
async function precache(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })),
  );
}

/** Deletes what other builds stored and serves the open pages from now on. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The page from the network; the stored shell where that fails, refuses its service or takes too long. */
async function page(request: Request): Promise<Response> {
  const shell = await stored(new URL(request.url).pathname === '/' ? LANDING_PAGE : SHELL);
  const fetched = fetch(request).then((answer) => (answer.status >= 500 && shell ? shell : answer));
  if (!shell) return fetched;
  return Promise.race([fetched.catch(() => shell), delay(NETWORK_TIMEOUT_MS).then(() => shell)]);
}

/** A file whose name is new whenever its content is, or that came with this build: the stored one, else the network's. */
async function file(request: Request): Promise<Response> {
  const known = await stored(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(CACHE);
    await cache.put(request, copy).catch(() => undefined);
  }
  return answer;
}

async function stored(request: Request | string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(request, { ignoreVary: true, ignoreSearch: true });
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
