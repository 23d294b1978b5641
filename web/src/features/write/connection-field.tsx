import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type Choice, ConnectionChoices } from '../../anecdote/connection-choices.tsx';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { useHits } from '../../anecdote/search.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';
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
  const found = hits
    .filter(({ anecdote }) => anecdote.id !== self && (self === undefined || anecdote.connected_to !== self))
    .map(({ anecdote, highlights }): Choice => ({ ...anecdote, highlights }));
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
            placeholder={anecdoteStrings.connect.prompt}
            aria-expanded={open}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onBlur={() => setTyped('')}
          />
          {value && (
            <IconButton
              className={styles.remove}
              title={anecdoteStrings.connect.remove}
              label={anecdoteStrings.connect.remove}
              disabled={disabled}
              onClick={() => choose(null)}
            >
              <CloseIcon size={16} />
            </IconButton>
          )}
          <div ref={popup} className={`${floating.popup} sheet ${floating.below} ${styles.popup}`} hidden={!open}>
            <ConnectionChoices
              label={anecdoteStrings.connect.found}
              status={searching ? strings.common.searching : found.length === 0 ? strings.common.noneFound : ''}
              meant={searching ? [] : suggestions}
              onMeant={setTyped}
            />
          </div>
        </div>
      </Combobox.Root>
      <FieldMessage id={`${id}-note`} help={writeStrings.connectHelp} error={error} />
    </div>
  );
}

/** The text of the chosen anecdote, loaded when only its id is known: it may have been deleted since. */
function useDescription(value: Connection | null): string {
  const { data, error } = useQuery({
    ...anecdoteQuery(value?.id ?? ''),
    enabled: value !== null && value.description === '',
  });
  return value?.description || data?.description || (isMissing(error) ? anecdoteStrings.deleted : '');
}
