import { limits, type Tag as TagFacts } from '@anecdotes/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { tagsQuery } from '../../anecdote/queries.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { tagProblem } from '../../anecdote/tag-length.ts';
import { typedTag } from '../../anecdote/typed-tag.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useForm } from '../../lib/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { renameTag } from './commands.ts';
import { tagCountQuery } from './queries.ts';
import { tagStrings as strings } from './strings.ts';
import styles from './tags.module.css';

const SUGGESTED = 8;
const SEARCH_DELAY_MS = 250;

/** The tag to change: `rename` asks for a new name, `merge` for another tag. */
export type Renaming = { readonly tag: TagFacts; readonly how: 'rename' | 'merge' };

/** Asks for the new name of a tag; open while `renaming` is defined. */
export function RenameDialog({ renaming, onClose }: { renaming: Renaming | undefined; onClose: () => void }) {
  const name = renaming?.tag.name ?? '';
  const title = renaming?.how === 'merge' ? strings.mergeTitle(name) : strings.renameTitle(name);
  return (
    <Dialog open={renaming !== undefined} title={title} onClose={onClose}>
      {renaming && <RenameForm {...renaming} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({ tag, how, onClose }: Renaming & { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm<{ to: string }, void>({
    initial: { to: how === 'rename' ? tag.name : '' },
    validators: { to: ({ to }) => faultOf(typedTag(to), tag.name) },
    send: ({ to }) => renameTag(queries, tag.name, typedTag(to)),
    onSuccess: onClose,
    fallbackError: strings.changeFailed,
  });
  const typed = typedTag(form.values.to);
  const field = form.field('to');
  // While the name is unchanged, all tags are suggested.
  const term = useDebounced(typed === tag.name ? '' : typed, SEARCH_DELAY_MS);
  // After the change has begun, the new name is on the first anecdotes: the dialog must not offer to merge them.
  const isAsked = !form.isPending;
  const { data } = useQuery({ ...tagsQuery(term), placeholderData: keepPreviousData, enabled: isAsked });
  const others = data?.tags.filter(({ name }) => name !== tag.name) ?? [];
  const listed = others.find(({ name }) => name === typed);
  // Only the most used of many matching tags are listed, and the typed one may not be among them.
  const mayExist = data !== undefined && data.tags.length < data.totalCount && !listed && term === typed && term !== '';
  const { data: count = 0 } = useQuery({ ...tagCountQuery(typed), enabled: mayExist && isAsked });
  const merged = listed ?? (mayExist && count > 0 ? { name: typed, count } : undefined);
  return (
    <Form
      form={form}
      submit={how === 'merge' || merged ? strings.merge : strings.rename}
      sending={strings.starting}
      disabled={!form.isValid}
      onCancel={onClose}
    >
      <TextField
        label={how === 'merge' ? strings.target : strings.newName}
        help={merged ? strings.mergeHelp(merged.name, merged.count) : strings.renameHelp(tag.count)}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={limits.searchTerm}
        autoFocus
        {...field}
      />
      {others.length > 0 && (
        <fieldset>
          <legend className={`${styles.existing} secondary`}>{strings.existing}</legend>
          <div className={`${styles.choices} row`}>
            {others.slice(0, SUGGESTED).map(({ name }) => (
              <Tag
                key={name}
                name={name}
                pressed={name === typed}
                onClick={() => field.onChange({ target: { value: name } })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </Form>
  );
}

function faultOf(to: string, from: string): string | undefined {
  if (to === '') return strings.nameMissing;
  if (to.includes(',')) return strings.nameComma;
  return to === from ? strings.nameSame : tagProblem([to]);
}
