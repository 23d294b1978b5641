import { type ComponentType, lazy } from 'react';

/** A part whose code is fetched when it is first shown; where that does not come, the rest stands without it. */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
}
