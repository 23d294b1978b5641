import type { AnecdoteView } from '@anecdotes/contracts';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { CompactCard } from '../../anecdote/compact-card.tsx';
import { strings } from '../../lib/strings.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import floating from '../../ui/floating.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { CheckIcon, CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import styles from './palette.module.css';
import { hitsQuery } from './queries.ts';
import { paletteStrings } from './strings.ts';
import { type Action, type Calls, useActions } from './use-actions.ts';

const DEBOUNCE_MS = 150;

type Hit = { kind: 'anecdote'; id: string; label: string; anecdote: AnecdoteView; run: () => void };
type Item = Action | Hit;
type Group = { name: string; items: readonly Item[] };

type FinderProps = Calls & { typed: string; onClose: () => void };

/** The field and what it finds: commands by their names, anecdotes by the server's search. */
export function Finder({ typed: ahead, onClose, ...calls }: FinderProps) {
  const [typed, setTyped] = useState(ahead);
  const field = useRef<HTMLInputElement>(null);
  // The dialog would focus it a little later, and a key in between would be lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const { contains } = Autocomplete.useFilter({ sensitivity: 'base' });
  const words = typed.split(/\s+/);
  const commands = useActions(calls).flatMap(({ name, items }) => {
    const found = items.filter(({ label }) => words.every((word) => contains(`${name} ${label}`, word)));
    return found.length > 0 ? { name, items: found } : [];
  });
  const { hits, status } = useHits(typed.trim());
  const groups: Group[] =
    hits.length > 0 ? [...commands, { name: paletteStrings.groups.notes, items: hits }] : commands;
  const run = (item: Item) => {
    onClose();
    item.run();
  };
  const counts = paletteStrings.found(
    commands.reduce((sum, { items }) => sum + items.length, 0),
    hits.length - 1,
  );

  return (
    <Autocomplete.Root
      items={groups}
      mode="none"
      inline
      open
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setTyped(next)}
      itemToStringValue={(item: Item) => item.label}
    >
      <div className={styles.head}>
        <SearchIcon />
        <Autocomplete.Input
          ref={field}
          className={styles.input}
          aria-label={paletteStrings.prompt}
          placeholder={paletteStrings.prompt}
          maxLength={500}
          enterKeyHint="go"
          onKeyDown={(event) => {
            if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onClose();
          }}
        />
        <IconButton label={strings.common.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <Autocomplete.Status className={status === '' ? 'visually-hidden' : `${styles.status} secondary`}>
        {status || (typed.trim() === '' ? '' : counts)}
      </Autocomplete.Status>
      <Autocomplete.List className={styles.list} aria-label={paletteStrings.results}>
        {(group: Group) => (
          <Autocomplete.Group key={group.name} items={group.items}>
            <Autocomplete.GroupLabel className={`${floating.heading} secondary`}>{group.name}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Item) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className={`${floating.item} ${styles.item}`}
                  onClick={() => run(item)}
                >
                  {item.kind === 'action' ? (
                    <ActionLine {...item} />
                  ) : (
                    <CompactCard anecdote={item.anecdote} variant="row" />
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p className={`${styles.help} secondary`} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {paletteStrings.walk} <kbd>↵</kbd> {paletteStrings.open} <kbd>Esc</kbd>{' '}
        {paletteStrings.leave}
      </p>
    </Autocomplete.Root>
  );
}

/** The anecdotes that match, a way to see all of them, and the state of the search. */
function useHits(typed: string): { hits: Item[]; status: string } {
  const navigate = useNavigate();
  const query = useDebounced(typed, DEBOUNCE_MS);
  const { data = [], isFetching, error } = useQuery({ ...hitsQuery(query), placeholderData: keepPreviousData });
  if (typed === '') return { hits: [], status: '' };
  const hits = data.map((anecdote): Hit => {
    const { id, description: label } = anecdote;
    const run = () => void navigate({ to: '/anecdotes/$id', params: { id } });
    return { kind: 'anecdote', id, label, anecdote, run };
  });
  const all: Action = {
    kind: 'action',
    id: 'search',
    label: paletteStrings.searchFor(typed),
    run: () => void navigate({ to: '/dashboard', search: { q: typed } }),
  };
  const searching = isFetching || query !== typed;
  const outcome = error ? paletteStrings.failed : hits.length === 0 ? strings.common.noneFound : '';
  return { hits: [...hits, all], status: searching ? strings.common.searching : outcome };
}

function ActionLine({ label, keys, chosen }: Action) {
  return (
    <>
      {label}
      {chosen && <CheckIcon />}
      {keys !== undefined && (
        <span className={styles.keys} aria-hidden="true">
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </>
  );
}
