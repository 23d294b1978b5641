import { useEffect, useMemo, useState } from 'react';

export type Notice = { kind: 'done' | 'failed'; text: string };

/** One message at a time beside the form it is about. */
export type Notices = {
  current: Notice | undefined;
  /** Says that something was done; it goes by itself. */
  done: (text: string, milliseconds?: number) => void;
  /** Says that something went wrong; it stays until the next message unless `milliseconds` are given. */
  failed: (text: string, milliseconds?: number) => void;
  clear: () => void;
};

export const VERIFICATION_MS = 8000;
const DONE_MS = 5000;

/** The messages of one card. */
export function useNotices(): Notices {
  const [shown, setShown] = useState<Notice & { milliseconds?: number | undefined }>();
  useEffect(() => {
    if (shown?.milliseconds === undefined) return;
    const timer = setTimeout(() => setShown(undefined), shown.milliseconds);
    return () => clearTimeout(timer);
  }, [shown]);
  const controls = useMemo(
    () => ({
      done: (text: string, milliseconds = DONE_MS) => setShown({ kind: 'done', text, milliseconds }),
      failed: (text: string, milliseconds?: number) => setShown({ kind: 'failed', text, milliseconds }),
      clear: () => setShown(undefined),
    }),
    [],
  );
  return { current: shown, ...controls };
}
