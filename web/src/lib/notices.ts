import { useEffect, useMemo, useState } from 'react';

export type Notice = { kind: 'done' | 'failed'; text: string };

/** One message at a time beside the form it is about. */
export type Notices = {
  current: Notice | undefined;
  /** Shows that something was done; it disappears after a while. */
  done: (text: string, milliseconds?: number) => void;
  /** Shows that something went wrong; it stays until the next message unless `milliseconds` are given. */
  failed: (text: string, milliseconds?: number) => void;
  clear: () => void;
};

export const VERIFICATION_MS = 8000;
const DONE_MS = 5000;

/** The messages of one card. */
export function useNotices(): Notices {
  const [current, setCurrent] = useState<Notice & { milliseconds?: number | undefined }>();
  useEffect(() => {
    if (current?.milliseconds === undefined) return;
    const timer = setTimeout(() => setCurrent(undefined), current.milliseconds);
    return () => clearTimeout(timer);
  }, [current]);
  const controls = useMemo(
    () => ({
      done: (text: string, milliseconds = DONE_MS) => setCurrent({ kind: 'done', text, milliseconds }),
      failed: (text: string, milliseconds?: number) => setCurrent({ kind: 'failed', text, milliseconds }),
      clear: () => setCurrent(undefined),
    }),
    [],
  );
  return { current, ...controls };
}
