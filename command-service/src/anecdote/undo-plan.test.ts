import { type AccountId, type AnecdoteContent, type AnecdoteId, emptyContent } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import type { AnecdoteState } from './decider.ts';
import { planUndo, type UndoStep } from './undo-plan.ts';

const owner = '0197c000-0000-7000-8000-000000000001' as AccountId;
const [here, there] = ['a', 'b'].map((digit) => `0197c000-0000-7000-8000-00000000000${digit}` as AnecdoteId);
const absent: AnecdoteState = { status: 'absent' };
const AT = '2026-11-20T08:00:00.000Z';

type Given = Partial<AnecdoteContent> & { connectedTo?: AnecdoteId | null | undefined };

function live({ connectedTo = null, ...content }: Given = {}): AnecdoteState & { status: 'live' } {
  const facts = { owner, sameHere: new Set<AccountId>(), createdAt: AT, updatedAt: AT };
  const written = { ...emptyContent, timestamp: AT, description: 'A', ...content };
  return { ...facts, status: 'live', content: written, connectedTo };
}
const deleted = (given: Given = {}): AnecdoteState => ({ ...live(given), status: 'deleted', deletedAt: AT });

/** The steps from no anecdote through `states`; a `true` before a state marks the step to it as one to undo. */
function steps(...states: (AnecdoteState | true)[]): UndoStep[] {
  const made: UndoStep[] = [];
  let before = absent;
  let isUndone = false;
  for (const state of states) {
    if (state === true) {
      isUndone = true;
      continue;
    }
    made.push({ isUndone, before, after: state });
    [before, isUndone] = [state, false];
  }
  return made;
}

test('undoing an edit restores its fields and keeps later changes of other fields', () => {
  const plan = planUndo(steps(live(), true, live({ description: 'B' }), live({ description: 'B', location: 'Here' })));
  expect(plan).toEqual({ command: { type: 'EditAnecdote', fields: { description: 'A' } }, conflicts: [] });
});

test('undoing an edit leaves a field that was changed again since, and reports it as a conflict', () => {
  const changed = live({ description: 'B', location: 'Here' });
  const plan = planUndo(steps(live(), true, changed, live({ description: 'C', location: 'Here' })));
  expect(plan).toEqual({ command: { type: 'EditAnecdote', fields: { location: null } }, conflicts: ['description'] });
});

test('undoing several edits restores the content from before the first of them', () => {
  const plan = planUndo(steps(live(), true, live({ description: 'B' }), true, live({ description: 'C' })));
  expect(plan.command).toEqual({ type: 'EditAnecdote', fields: { description: 'A' } });
});

test('undoing two edits keeps another edit that was made between them', () => {
  const [b, c, d] = ['B', 'C', 'D'].map((description) => live({ description }));
  const plan = planUndo(steps(live(), true, b as AnecdoteState, c as AnecdoteState, true, d as AnecdoteState));
  expect(plan).toEqual({
    command: { type: 'EditAnecdote', fields: { description: 'C' } },
    conflicts: ['description'],
  });
});

test('undoing a change of tags removes those that it added, adds those that it removed, and keeps all others', () => {
  const [before, after, since] = [
    ['tram', 'old'],
    ['tram', 'new'],
    ['tram', 'new', 'mine'],
  ];
  const plan = planUndo(steps(live({ tags: before }), true, live({ tags: after }), live({ tags: since })));
  expect(plan).toEqual({
    command: { type: 'EditAnecdote', fields: { tags: ['tram', 'old', 'mine'] } },
    conflicts: [],
  });
});

test('undoing a change of the connection restores the previous parent', () => {
  const plan = planUndo(steps(live({ connectedTo: here }), true, live({ connectedTo: there })));
  expect(plan.command).toEqual({ type: 'EditAnecdote', fields: { connected_to: here } });
});

test('undoing the creation of an anecdote deletes it, unless it was changed since', () => {
  expect(planUndo(steps(true, live()))).toEqual({ command: { type: 'DeleteAnecdote' }, conflicts: [] });
  expect(planUndo(steps(true, live(), true, live({ description: 'B' }))).command).toEqual({ type: 'DeleteAnecdote' });
  const changed = live({ tags: ['mine'], connectedTo: here });
  expect(planUndo(steps(true, live(), changed))).toEqual({ command: null, conflicts: ['tags', 'connected_to'] });
});

test('undoing a deletion and an edit before it restores the anecdote with the content from before the edit', () => {
  const plan = planUndo(steps(live(), true, live({ description: 'B' }), true, deleted({ description: 'B' })));
  expect(plan).toEqual({ command: { type: 'RestoreAnecdote', fields: { description: 'A' } }, conflicts: [] });
});

test('undoing a restoration deletes the anecdote, and later deletions and restorations by others stay', () => {
  expect(planUndo(steps(live(), deleted(), true, live())).command).toEqual({ type: 'DeleteAnecdote' });
  expect(planUndo(steps(live(), true, deleted(), live()))).toEqual({ command: null, conflicts: [] });
  expect(planUndo(steps(true, live(), deleted()))).toEqual({ command: null, conflicts: [] });
});

test('undoing a restoration with another content puts the anecdote back into the trash with its earlier content', () => {
  const before = { description: 'A', tags: ['mine'] };
  const after = { description: 'B', tags: ['imported'] };
  const restored = [live(before), deleted(before), true, live(after)] as const;
  const fields = { description: 'A', tags: ['mine'] };
  expect(planUndo(steps(...restored))).toEqual({ command: { type: 'DeleteAnecdote', fields }, conflicts: [] });
  // Undoing that undo restores what it had replaced.
  const undo = [...restored.slice(0, 2), live(after), true, live(before), true, deleted(before)] as const;
  expect(planUndo(steps(...undo))).toEqual({ command: { type: 'RestoreAnecdote', fields: after }, conflicts: [] });
});

test('undoing does nothing if there is nothing to undo, or the anecdote was erased', () => {
  expect(planUndo(steps(live(), live({ description: 'B' })))).toEqual({ command: null, conflicts: [] });
  expect(planUndo(steps(true, live(), absent))).toEqual({ command: null, conflicts: [] });
});
