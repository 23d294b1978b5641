type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Events = { install: ExtendableEvent; activate: ExtendableEvent; fetch: FetchEvent; message: ExtendableEvent };

/** The part of a service worker's global scope that the worker uses; the compiler's own library would hide the page's. */
export type WorkerScope = {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
};

/** What the build puts in: the files of the shell and a name that is new whenever one of them is. */
export type Build = { readonly revision: string; readonly files: readonly string[] };
