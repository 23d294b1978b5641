import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { excerptOf } from '../../anecdote/excerpt.ts';
import { MarkedText, marksIn } from '../../anecdote/marked-text.tsx';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { type Highlight, useHits } from '../../anecdote/search.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/field.module.css';
import { FieldMessage } from '../../ui/field.tsx';
import floating from '../../ui/floating.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './connection-field.module.css';
import type { Connection } from './draft.ts';
import { writeStrings } from './strings.ts';

const RESULTS = 10;

type ConnectionFieldProps = {
  value: Connection | null;
  onChange: (value: Connection | null) => void;
  /** The anecdote being edited, which can be connected neither to itself nor to what continues it. */
  self?: string | undefined;
  disabled: boolean;
  error?: string | undefined;
};

/** Finds the anecdote this one continues. */
export function ConnectionField({ value, onChange, self, disabled, error }: ConnectionFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { hits, suggestions, isSearching } = useHits(typed, RESULTS);
  const connectable = hits.filter(
    ({ anecdote }) => anecdote.id !== self && (self === undefined || anecdote.connected_to !== self),
  );
  const found = connectable.map(({ anecdote }) => anecdote);
  const highlights = new Map(connectable.map((hit) => [hit.anecdote.id, hit.highlights]));
  const description = useDescription(value);
  const open = typed.trim() !== '';
  const searching = open && isSearching;
  const popup = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as many as are found, so high it is
  useEffect(() => {
    if (open) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [open, found.length]);
  const choose = (next: Connection | null) => {
    setTyped('');
    onChange(next && { id: next.id, description: next.description });
  };

  return (
    <div className={field.field}>
      <label htmlFor={id}>{writeStrings.connect}</label>
      <Combobox.Root<Connection>
        items={found}
        filter={null}
        value={value}
        disabled={disabled}
        inline
        open={open}
        onOpenChange={(next) => !next && setTyped('')}
        inputValue={typed === '' && value ? description : typed}
        isItemEqualToValue={(a, b) => a.id === b.id}
        itemToStringLabel={(item) => item.description}
        onValueChange={choose}
        onInputValueChange={(next, { reason }) => {
          if (reason !== 'input-change') return;
          if (value) onChange(null);
          setTyped(next);
        }}
      >
        <div className={floating.anchor}>
          <Combobox.Input
            id={id}
            className={`${field.input} ${styles.input}`}
            placeholder={writeStrings.connectPlaceholder}
            aria-expanded={open}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onBlur={() => setTyped('')}
          />
          {value && (
            <IconButton
              className={styles.remove}
              title={writeStrings.removeConnection}
              label={writeStrings.removeConnection}
              disabled={disabled}
              onClick={() => choose(null)}
            >
              <CloseIcon size={16} />
            </IconButton>
          )}
          <div ref={popup} className={`${floating.popup} sheet ${floating.below} ${styles.popup}`} hidden={!open}>
            <Combobox.Status className={styles.status}>
              {searching && strings.common.searching}
              {!searching && found.length === 0 && strings.common.noneFound}
            </Combobox.Status>
            <Combobox.List aria-label={writeStrings.found} onMouseDown={(event) => event.preventDefault()}>
              {(anecdote: (typeof found)[number]) => (
                <Combobox.Item key={anecdote.id} value={anecdote} className={`${floating.item} ${styles.item}`}>
                  <span className={styles.text}>
                    <MarkedText {...excerptFor(anecdote, highlights.get(anecdote.id))} linked={false} />
                  </span>
                  <time className="secondary tabular" dateTime={anecdote.timestamp}>
                    {format.day(new Date(anecdote.timestamp), new Date())}
                  </time>
                </Combobox.Item>
              )}
            </Combobox.List>
            {!searching && suggestions.length > 0 && (
              <div className={styles.meant}>
                {suggestions.map((words) => (
                  <Button
                    key={words}
                    variant="quiet"
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => setTyped(words)}
                  >
                    {anecdoteStrings.didYouMean(words)}
                  </Button>
                ))}
              </div>
            )}
          </div>
        </div>
      </Combobox.Root>
      <FieldMessage id={`${id}-note`} help={writeStrings.connectHelp} error={error} />
    </div>
  );
}

const LETTERS = 140;

function excerptFor({ description }: Connection, highlights: readonly Highlight[] = []) {
  return excerptOf(description, marksIn(highlights, 'description'), LETTERS);
}

/** The text of the chosen anecdote, loaded when only its id is known: it may have been deleted since. */
function useDescription(value: Connection | null): string {
  const { data, error } = useQuery({
    ...anecdoteQuery(value?.id ?? ''),
    enabled: value !== null && value.description === '',
  });
  return value?.description || data?.description || (isMissing(error) ? anecdoteStrings.deleted : '');
}
