import {
  type AnecdoteContent,
  type AnecdoteId,
  contentFields,
  type EditAnecdote,
  isEqual,
  type StateField,
  withChangesUndone,
} from '@anecdotes/contracts';
import type { AnecdoteCommand, AnecdoteState } from './decider.ts';

/** One event of an anecdote: what it was before and after, and whether the event is one of those to undo. */
export type UndoStep = { readonly isUndone: boolean; readonly before: AnecdoteState; readonly after: AnecdoteState };

/** `command` is null if there is nothing to do; `conflicts` are fields that stay because they were changed since. */
export type UndoPlan = {
  readonly command: Extract<AnecdoteCommand, { type: 'EditAnecdote' | 'DeleteAnecdote' | 'RestoreAnecdote' }> | null;
  readonly conflicts: readonly StateField[];
};

type Contained = { readonly content: AnecdoteContent; readonly connectedTo: AnecdoteId | null };

/**
 * Plans how to undo those `steps` of an anecdote that are marked, without undoing any other: fields that they changed
 * are restored unless they were changed again, an anecdote that they created is deleted unless it was changed since,
 * and one that they deleted is restored.
 */
export function planUndo(steps: readonly UndoStep[]): UndoPlan {
  const now = steps.at(-1)?.after;
  if (now === undefined || now.status === 'absent') return emptyPlan;
  const { isThere, from } = presenceWithout(steps);
  const { undone, conflicts } = containedWithout(steps, now);
  const fields = differences(now, undone);
  const { connected_to, ...content } = fields;
  if (now.status === 'live' && !isThere) {
    const changedSince = changedBy(steps.slice(from).filter(({ isUndone }) => !isUndone));
    if (changedSince.length > 0) return { command: null, conflicts: changedSince };
    // An import restores with its own content; in the trash the anecdote gets back what it contained there.
    const isRewritten = steps[from]?.before.status === 'deleted' && Object.keys(content).length > 0;
    return { command: { type: 'DeleteAnecdote', ...(isRewritten && { fields: content }) }, conflicts: [] };
  }
  if (now.status === 'live') {
    const hasChanged = Object.keys(fields).length > 0;
    return { command: hasChanged ? { type: 'EditAnecdote', fields } : null, conflicts };
  }
  if (!isThere) return emptyPlan;
  // A restored anecdote keeps its current connection, because the previous parent may be gone.
  const kept: StateField[] = connected_to === undefined ? conflicts : [...conflicts, 'connected_to'];
  return { command: { type: 'RestoreAnecdote', fields: content }, conflicts: kept };
}

const emptyPlan: UndoPlan = { command: null, conflicts: [] };
const isLive = ({ status }: AnecdoteState) => status === 'live';

/**
 * Whether the anecdote would be live without the steps to undo that made or removed it after all others that did so,
 * and the index of the first of these steps.
 */
function presenceWithout(steps: readonly UndoStep[]): { isThere: boolean; from: number } {
  const changing = steps.flatMap((step, index) =>
    isLive(step.before) === isLive(step.after) ? [] : [{ step, index }],
  );
  const lastKept = changing.findLastIndex(({ step }) => !step.isUndone);
  const first = changing[lastKept + 1];
  const last = changing.at(-1);
  if (first === undefined) return { isThere: last !== undefined && isLive(last.step.after), from: steps.length };
  return { isThere: isLive(first.step.before), from: first.index };
}

/** What the anecdote would contain without the steps to undo, and which of their fields were changed again. */
function containedWithout(steps: readonly UndoStep[], now: Contained): { undone: Contained; conflicts: StateField[] } {
  let { content, connectedTo } = now;
  const conflicts = new Set<StateField>();
  for (const { isUndone, before, after } of steps.toReversed()) {
    if (!isUndone || before.status === 'absent' || after.status === 'absent') continue;
    if (before.connectedTo !== after.connectedTo && connectedTo === after.connectedTo) connectedTo = before.connectedTo;
    content = withChangesUndone(content, [{ before: before.content, after: after.content }]);
    for (const field of changedFields(before, after)) {
      // Tags never conflict: those that other steps added stay beside those that are restored.
      if (field !== 'tags' && !isEqual(fieldOf({ content, connectedTo }, field), fieldOf(before, field)))
        conflicts.add(field);
    }
  }
  return { undone: { content, connectedTo }, conflicts: [...conflicts] };
}

function changedBy(steps: readonly UndoStep[]): StateField[] {
  const changed = steps.flatMap(({ before, after }) =>
    before.status === 'live' && after.status === 'live' ? changedFields(before, after) : [],
  );
  return [...new Set(changed)];
}

function changedFields(before: Contained, after: Contained): StateField[] {
  const fields: StateField[] = [...contentFields, 'connected_to'];
  return fields.filter((field) => !isEqual(fieldOf(before, field), fieldOf(after, field)));
}

function fieldOf({ content, connectedTo }: Contained, field: StateField): unknown {
  return field === 'connected_to' ? connectedTo : content[field];
}

function differences(now: Contained, undone: Contained): EditAnecdote {
  const fields = changedFields(now, undone).map((field) => [field, fieldOf(undone, field)]);
  return Object.fromEntries(fields) as EditAnecdote;
}
