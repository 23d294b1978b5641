import { limits } from '@anecdotes/contracts';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { CompactCard } from '../../anecdote/compact-card.tsx';
import { type Hit, useHits } from '../../anecdote/search.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { strings } from '../../lib/strings.ts';
import floating from '../../ui/floating.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { CheckIcon, CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import searchHead from '../../ui/search-head.module.css';
import styles from './palette.module.css';
import { paletteStrings } from './strings.ts';
import { type Action, type ActionContext, useActions } from './use-actions.ts';

const HITS = 8;

type FoundItem = Hit & { kind: 'anecdote'; id: string; label: string; run: () => void };
type Item = Action | FoundItem;
type Group = { name: string; items: readonly Item[] };

type FinderProps = ActionContext & { initialText: string; hasPressedEnter: boolean; onClose: () => void };

/** The field of the palette and its results: commands by name, anecdotes from a search on the server. */
export function Finder({ initialText, hasPressedEnter, onClose, ...context }: FinderProps) {
  const [typed, setTyped] = useState(initialText);
  const field = useRef<HTMLInputElement>(null);
  // The dialog would focus the field a little later, and a key pressed before that would be lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const { contains } = Autocomplete.useFilter({ sensitivity: 'base' });
  const words = typed.split(/\s+/);
  const actions = useActions(context);
  const matching = (wordsFor: (action: Action) => string) =>
    actions.flatMap(({ name, items }) => {
      const found = items.filter((item) => words.every((word) => contains(`${name} ${wordsFor(item)}`, word)));
      return found.length > 0 ? [{ name, items: found }] : [];
    });
  const named = matching(({ label }) => label);
  const commands =
    named.length > 0 ? named : matching(({ id, label }) => `${label} ${paletteStrings.otherWords[id] ?? ''}`);
  const { items: results, status } = useSearchItems(typed.trim(), setTyped);
  const groups: Group[] =
    results.length > 0 ? [...commands, { name: paletteStrings.groups.anecdotes, items: results }] : commands;
  const run = (item: Item) => {
    if (item.kind === 'anecdote' || !item.staysOpen) onClose();
    item.run();
  };
  const isEnterPending = useRef(hasPressedEnter);
  useEffect(() => {
    if (!isEnterPending.current) return;
    isEnterPending.current = false;
    const [first] = groups.flatMap<Item>(({ items }) => items);
    if (first) run(first);
  });
  const counts = paletteStrings.found(
    commands.reduce((sum, { items }) => sum + items.length, 0),
    results.filter(({ kind }) => kind === 'anecdote').length,
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
      <div className={searchHead.head}>
        <SearchIcon />
        <Autocomplete.Input
          ref={field}
          dir="auto"
          className={searchHead.input}
          aria-label={paletteStrings.prompt}
          placeholder={paletteStrings.prompt}
          maxLength={limits.searchTerm}
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
      <Autocomplete.List className={searchHead.list} aria-label={paletteStrings.results}>
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
                    <CompactCard anecdote={item.anecdote} highlights={item.highlights} variant="row" />
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

/** Items for the anecdotes found, for other words that may be meant and for all results, and a status text. */
function useSearchItems(typed: string, onType: (typed: string) => void): { items: Item[]; status: string } {
  const navigate = useNavigate();
  const { hits, suggestions, isSearching, failed } = useHits(typed, HITS, useAsOf());
  if (typed === '') return { items: [], status: '' };
  const found = hits.map(({ anecdote, highlights }): FoundItem => {
    const { id, description: label } = anecdote;
    const run = () => void navigate({ to: '/anecdotes/$id', params: { id } });
    return { kind: 'anecdote', id, label, anecdote, highlights, run };
  });
  const suggested = suggestions.map((word): Action => {
    const label = anecdoteStrings.didYouMean(word);
    return { kind: 'action', id: `meant ${word}`, label, staysOpen: true, run: () => onType(word) };
  });
  const all: Action = {
    kind: 'action',
    id: 'search',
    label: paletteStrings.searchFor(typed),
    run: () => void navigate({ to: '/dashboard', search: { q: typed } }),
  };
  const outcome = failed ? paletteStrings.failed : found.length === 0 ? strings.common.noneFound : '';
  return { items: [...found, ...suggested, all], status: isSearching ? strings.common.searching : outcome };
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
