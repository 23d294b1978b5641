import type { Tables } from './tables.ts';

/** A mail that would be on its way; `link` is the address it is about. */
export type MockMailContent = { readonly to: string; readonly subject: string; readonly link: string };

export type Mock = {
  readonly tables: Tables;
  readonly clock: () => Date;
  readonly deliver: (mail: MockMailContent) => void;
  /** Tells the open streams that something changed, here or in another tab. */
  readonly changed: () => void;
};
