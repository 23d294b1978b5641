import { limits } from '@anecdotes/contracts';
import { Combobox } from '@base-ui/react/combobox';
import type { BaseUIEvent } from '@base-ui/react/types';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ConnectionChoices } from '../../anecdote/connection-choices.tsx';
import { useConnectionOffers } from '../../anecdote/connection-offers.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import type { RelatedTo } from '../../anecdote/related.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { isComposing } from '../../lib/is-composing.ts';
import field from '../../ui/field.module.css';
import { FieldMessage } from '../../ui/field.tsx';
import floating from '../../ui/floating.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { passFocus } from '../../ui/pass-focus.ts';
import styles from './connection-field.module.css';
import type { Connection } from './draft.ts';
import { formStrings } from './form-strings.ts';

type ConnectionFieldProps = {
  value: Connection | null;
  onChange: (value: Connection | null) => void;
  /** The anecdote being edited, which can be connected neither to itself nor to those that continue it. */
  self?: string | undefined;
  /** The query for related anecdotes, asked for on focus; undefined while the draft is empty. */
  related: () => RelatedTo | undefined;
  disabled: boolean;
  error?: string | undefined;
};

/** The field to choose the anecdote that this one continues: offers related ones on focus, and search results. */
export function ConnectionField({ value, onChange, self, related, disabled, error }: ConnectionFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState<RelatedTo>();
  const offers = useConnectionOffers(typed, to, self);
  const description = useDescription(value);
  const open = offers.isSearch || (to !== undefined && value === null && offers.choices.length > 0);
  const popup = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the number of choices
  useEffect(() => {
    if (!open) return;
    // The list has its height only after its items are rendered.
    const frame = requestAnimationFrame(() => popup.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [open, offers.choices.length]);
  const close = () => {
    setTo(undefined);
    setTyped('');
  };
  const press = (event: BaseUIEvent<KeyboardEvent>) => {
    if (event.key === 'ArrowDown' && !open) setTo(related());
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    // The default handler would empty the field.
    event.preventBaseUIHandler();
    close();
  };
  const choose = (next: Connection | null) => {
    close();
    onChange(next && { id: next.id, description: next.description });
  };

  return (
    <div className={field.field}>
      <label htmlFor={id}>{formStrings.connect}</label>
      <Combobox.Root<Connection>
        items={offers.choices}
        filter={null}
        value={value}
        disabled={disabled}
        inline
        open={open}
        onOpenChange={(next) => (next ? setTo(related()) : close())}
        inputValue={typed === '' && value ? description : typed}
        isItemEqualToValue={(a, b) => a.id === b.id}
        itemToStringLabel={(item) => item.description}
        onValueChange={choose}
        onInputValueChange={(next, { reason }) => {
          if (reason !== 'input-change') return;
          if (value) onChange(null);
          setTyped(next.slice(0, limits.searchTerm));
        }}
      >
        <div className={floating.anchor}>
          <Combobox.Input
            id={id}
            dir="auto"
            className={`${field.input} ${styles.input}`}
            placeholder={anecdoteStrings.connect.prompt}
            aria-expanded={open}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onFocus={() => setTo(related())}
            onKeyDown={press}
            onBlur={close}
          />
          {value && (
            <IconButton
              className={styles.remove}
              title={anecdoteStrings.connect.remove}
              label={anecdoteStrings.connect.remove}
              disabled={disabled}
              onClick={({ currentTarget }) => {
                passFocus(currentTarget, document.getElementById(id));
                choose(null);
              }}
            >
              <CloseIcon size={16} />
            </IconButton>
          )}
          <div ref={popup} className={`${floating.popup} sheet ${floating.below} ${styles.popup}`} hidden={!open}>
            <ConnectionChoices {...offers} status={open ? offers.status : ''} onSuggestion={setTyped} />
          </div>
        </div>
      </Combobox.Root>
      <FieldMessage id={`${id}-note`} help={formStrings.connectHelp} error={error} />
    </div>
  );
}

/** The text of the chosen anecdote, loaded when only its id is known: it may have been deleted since. */
export function useDescription(value: Connection | null): string {
  const { data, error } = useQuery({
    ...anecdoteQuery(value?.id ?? ''),
    enabled: value !== null && value.description === '',
  });
  const text = value?.description || data?.description;
  return text ? plainText(text) : isMissing(error) ? anecdoteStrings.deleted : '';
}
