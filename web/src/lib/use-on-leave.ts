import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Calls `run` when the screen is left, also because the session has ended. `run` must do the same in every render. */
export function useOnLeave(run: () => void): void {
  const screen = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen
  useEffect(() => run, [screen]);
}
