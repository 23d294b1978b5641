import type { Progress } from '@anecdotes/deploy/shared/progress';

/** A progress that is not reported. */
export const silent: Progress = { step() {}, end() {} };
