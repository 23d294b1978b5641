import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import field from '../../ui/field.module.css';
import { FieldMessage } from '../../ui/field.tsx';
import floating from '../../ui/floating.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './connection-field.module.css';
import type { Connection } from './draft.ts';
import { connectableQuery } from './queries.ts';
import { writeStrings } from './strings.ts';

const DEBOUNCE_MS = 300;

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
  const query = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { data = [], isFetching } = useQuery(connectableQuery(query));
  const found = data.filter(
    (anecdote) => anecdote.id !== self && (self === undefined || anecdote.connected_to !== self),
  );
  const description = useDescription(value);
  const open = typed.trim() !== '';
  const searching = open && (isFetching || query !== typed.trim());
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
                  <span className={styles.text}>{anecdote.description}</span>
                  <time className="secondary tabular" dateTime={anecdote.timestamp}>
                    {format.day(new Date(anecdote.timestamp), new Date())}
                  </time>
                </Combobox.Item>
              )}
            </Combobox.List>
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
