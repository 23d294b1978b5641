import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { tagProblem } from '../../anecdote/tag-length.ts';
import field from '../../ui/field.module.css';
import { FieldMessage } from '../../ui/field.tsx';
import floating from '../../ui/floating.module.css';
import { formStrings } from './form-strings.ts';
import { knownTagsQuery } from './queries.ts';
import { writeStrings } from './strings.ts';
import styles from './tag-field.module.css';
import { completeTag, lastFragment, parseTags, suggestTags } from './tags.ts';

type TagFieldProps = {
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  error?: string | undefined;
  /** Without a frame and a visible label, for the composer. */
  bare?: boolean;
};

/** Comma-separated tags; the last one is completed from known tags. */
export function TagField({ value, onChange, disabled = false, error, bare = false }: TagFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const problem = tagProblem(parseTags(value)) ?? error;
  const [isSuggesting, setIsSuggesting] = useState(false);
  const { data: known = [] } = useQuery({ ...knownTagsQuery(lastFragment(value)), placeholderData: keepPreviousData });
  const suggestions = suggestTags(value, known);
  const open = isSuggesting && suggestions.length > 0;
  const choose = (tag: string) => {
    const next = completeTag(value, tag);
    input.current?.select();
    // Like typing, so that the browser can undo it.
    if (!document.execCommand('insertText', false, next)) onChange(next);
    setIsSuggesting(false);
  };
  return (
    <div className={field.field}>
      <label htmlFor={id} className={bare ? 'visually-hidden' : undefined}>
        {writeStrings.tags}
      </label>
      <Autocomplete.Root
        items={suggestions}
        filter={null}
        value={value}
        disabled={disabled}
        inline
        open={open}
        onOpenChange={setIsSuggesting}
        onValueChange={(next, { reason }) => {
          if (reason !== 'input-change') return;
          setIsSuggesting(true);
          onChange(next);
        }}
      >
        <div className={floating.anchor}>
          <Autocomplete.Input
            ref={input}
            id={id}
            dir="auto"
            className={bare ? styles.bare : field.input}
            placeholder={bare ? writeStrings.tags : formStrings.tagsPlaceholder}
            autoCapitalize="none"
            autoComplete="off"
            aria-expanded={open}
            aria-invalid={problem ? true : undefined}
            aria-describedby={bare && !problem ? undefined : `${id}-note`}
            onBlur={() => setIsSuggesting(false)}
          />
          <Autocomplete.List
            className={`${floating.popup} sheet ${floating.below}`}
            aria-label={formStrings.tagSuggestions}
            hidden={!open}
            onMouseDown={(event) => event.preventDefault()}
          >
            {(tag: string) => (
              <Autocomplete.Item key={tag} value={tag} className={floating.item} onClick={() => choose(tag)}>
                <i className={styles.dot} style={{ '--tag': tagColour(tag) } as CSSProperties} />
                {tag}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
      <FieldMessage id={`${id}-note`} help={bare ? undefined : formStrings.tagsHelp} error={problem} />
    </div>
  );
}
