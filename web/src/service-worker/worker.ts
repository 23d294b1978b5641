type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Events = { install: ExtendableEvent; activate: ExtendableEvent; fetch: FetchEvent; message: ExtendableEvent };

/** The part of a service worker's global scope that is used here; the library `webworker` would conflict with `dom`. */
type WorkerScope = {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
};

/** Inserted by the build: the files of the shell, and a revision that changes with any of them. */
type Build = { readonly revision: string; readonly files: readonly string[] };

declare const __BUILD__: Build;

const worker = self as unknown as WorkerScope;
const { revision, files } = __BUILD__;
const CACHE = `shell-${revision}`;
const SHELL = '/index.html';
const LANDING_PAGE = '/landing.html';
/** After this time the page is shown from the cache, so that the app opens on a slow network as it does offline. */
const NETWORK_TIMEOUT_MS = 300;
/** Paths that only the server answers, and pages whose address holds a one-time token; never handled here. */
const passThrough = /^\/(?:api|dev|metrics|healthz|readyz|invitation|reset-password|verify-email)(?:\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(precache()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
// The page sends a message when the person wants the new version.
worker.addEventListener('message', () => void worker.skipWaiting());
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || passThrough.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/') || files.includes(pathname)) event.respondWith(file(request));
});

/** Caches all files of the shell of this build, or none if one fails. */
async function precache(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })),
  );
}

/** Deletes the caches of other builds and takes control of the open pages. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The page from the network; the cached shell if that fails, answers with a 5xx status or takes too long. */
async function page(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const shell = await stored(pathname === '/' ? LANDING_PAGE : SHELL);
  // A text that another app shares is part of the address, and may end up in the log of a proxy.
  if (shell && pathname === '/entry' && /[?&](?:title|text|url)=/.test(search)) return shell;
  const fetched = fetch(request).then((answer) => (answer.status >= 500 && shell ? shell : answer));
  if (!shell) return fetched;
  return Promise.race([fetched.catch(() => shell), delay(NETWORK_TIMEOUT_MS).then(() => shell)]);
}

/** A file of this build, or one with a hash of its content in its name: from the cache, else from the network. */
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
