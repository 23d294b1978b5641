import { useEffect, useState } from 'react';
import { optionalTexts } from '../../anecdote/fields.ts';
import { ApiError, reasonOf, withCause } from '../../lib/api.ts';
import { type MessageAction, notify, notifyError } from '../../lib/messages.ts';

const LEAVE_AFTER_MS = 1500;
const shownFields = ['description', 'tags', ...optionalTexts, 'coordinates', 'connected_to'];

/** Handles the result of a save: a message, then leaving the screen; or the problems, each beside its field if any. */
export function useOutcome(onDone: () => void) {
  const [leaving, setLeaving] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (!leaving) return;
    const { href } = location;
    const timer = setTimeout(() => {
      // Another screen that the person has opened may still be loading.
      if (location.href === href) onDone();
    }, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [leaving, onDone]);
  return {
    leaving,
    problems,
    succeed: (message: string, action?: MessageAction) => {
      setProblems({});
      setLeaving(true);
      notify(message, { action });
    },
    fail: (error: Error, fallback: string) => {
      const found = error instanceof ApiError ? fieldProblems(error) : {};
      setProblems(found);
      notifyError(Object.values(found)[0] ?? withCause(error, reasonOf(error, fallback)));
    },
  };
}

function fieldProblems({ code, fields, message }: ApiError): Record<string, string> {
  if (code === 'CONNECTION_LOOP' || code === 'PARENT_NOT_FOUND') return { connected_to: message };
  const found: Record<string, string> = {};
  for (const [path, problem] of Object.entries(fields)) {
    const name = shownFields.find((field) => path === field || path.startsWith(`${field}.`));
    if (name) found[name] ??= problem;
  }
  return found;
}
