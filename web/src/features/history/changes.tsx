import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { format } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FoldIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { type Burst, burstsOf } from './bursts.ts';
import { useRestoreState } from './commands.ts';
import type { DatedState } from './difference.tsx';
import { EntryLine } from './entry-line.tsx';
import styles from './history.module.css';
import { LoadedList } from './loaded-list.tsx';
import { changesQuery } from './queries.ts';
import { sentenceOf } from './sentence.ts';
import { historyStrings as strings } from './strings.ts';

const Difference = lazyComponent(() => import('./difference.tsx'), 'Difference');

/** The changes of the anecdote `id`, behind a button. States can be compared with each other and restored. */
export function Changes({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <section className={`${styles.changes} unprinted`} aria-label={strings.changes}>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
        <FoldIcon />
        {isOpen ? strings.hide : strings.show}
      </Button>
      <div id={list} hidden={!isOpen}>
        {isOpen && <ChangeList id={id} />}
      </div>
    </section>
  );
}

type Compared = { readonly from: number; readonly to: number };

function ChangeList({ id }: { id: string }) {
  const query = useInfiniteQuery(changesQuery(id));
  const revision = useQuery(anecdoteQuery(id)).data?.revision;
  const restore = useRestoreState(id);
  const [compared, setCompared] = useState<Compared>();
  const [ungrouped, setUngrouped] = useState<ReadonlySet<string>>(new Set());
  const entries = query.data ?? [];
  const states = entries.flatMap((entry): DatedState[] => {
    const { at, anecdote } = entry;
    if (!anecdote?.after) return [];
    return [{ at, change: sentenceOf([entry]), revision: anecdote.revision, state: anecdote.after }];
  });
  const bursts = burstsOf(entries).flatMap((burst): Burst[] =>
    burst.some((entry) => ungrouped.has(entry.id)) ? burst.map((entry) => [entry]) : [burst],
  );
  return (
    <>
      <LoadedList query={query}>
        {bursts.map((burst) => {
          const [newest] = burst;
          const moment = format.moment(new Date(newest.at));
          const index = states.findIndex((each) => each.revision === newest.anecdote?.revision);
          const state = states[index];
          const comparison = comparedWith(states, index, burst.length);
          return (
            <EntryLine key={newest.id} burst={burst}>
              {burst.length > 1 && (
                <Button variant="quiet" onClick={() => setUngrouped(new Set([...ungrouped, newest.id]))}>
                  {strings.showEach(burst.length)}
                </Button>
              )}
              {comparison && (
                <Button
                  variant="quiet"
                  aria-label={strings.of(strings.compare, moment)}
                  onClick={() => setCompared(comparison)}
                >
                  {strings.compare}
                </Button>
              )}
              {state && index > 0 && revision !== undefined && (
                <Button
                  aria-label={strings.of(strings.restoreThis, moment)}
                  busy={restore.isPending && restore.variables.state === state.state}
                  onClick={() => restore.mutate({ state: state.state, revision })}
                >
                  {strings.restore}
                </Button>
              )}
            </EntryLine>
          );
        })}
      </LoadedList>
      {compared && <Difference states={states} first={compared} onClose={() => setCompared(undefined)} />}
    </>
  );
}

/** The revisions to compare for the state at `index`: it and the one `changes` before, else it and the present one. */
function comparedWith(states: readonly DatedState[], index: number, changes: number): Compared | undefined {
  const [state, before, now] = [states[index], states[index + changes], states[0]];
  if (!state || !now) return undefined;
  if (before) return { from: before.revision, to: state.revision };
  return state === now ? undefined : { from: state.revision, to: now.revision };
}
