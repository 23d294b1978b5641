import { withoutHiddenCharacters } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isUnreachable } from '../../lib/api.ts';
import { newChangeKey } from '../../lib/change-key.ts';
import { notify } from '../../lib/messages.ts';
import { useForm } from '../../lib/use-form.ts';
import { useKeptState } from '../../lib/use-kept-state.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './api-keys.module.css';
import { createApiKey, type NewKey, type ShownKey } from './commands.ts';
import { apiKeysKey } from './queries.ts';
import { keyStrings as strings } from './strings.ts';

type Scope = keyof typeof strings.scopes;
type Lifetime = 'never' | '30' | '365';

const DAY_MS = 86_400_000;
const scopes = Object.entries(strings.scopes) as [Scope, string][];
const lifetimes: readonly (readonly [Lifetime, string])[] = [
  ['never', strings.lifetimes.never],
  ['30', strings.lifetimes[30]],
  ['365', strings.lifetimes[365]],
];

/** The form for a new key. */
export function CreateKey({ onCreated, onCancel }: { onCreated: (made: ShownKey) => void; onCancel: () => void }) {
  const queries = useQueryClient();
  const [scope, setScope] = useKeptState<Scope>('key-scope', 'write');
  const [lifetime, setLifetime] = useKeptState<Lifetime>('key-lifetime', 'never');
  /** The last call while its answer is missing. Repeating it with its idempotency key does not make a second key. */
  const unanswered = useRef<{ input: string; body: NewKey; key: string }>(undefined);
  const create = async (name: string) => {
    const input = JSON.stringify([name, scope, lifetime]);
    if (unanswered.current?.input !== input) {
      const scopes: NewKey['scopes'] = scope === 'write' ? ['read', 'write'] : ['read'];
      const expires_at = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
      unanswered.current = { input, body: { name, scopes, expires_at }, key: newChangeKey() };
    }
    try {
      return await createApiKey(unanswered.current.body, unanswered.current.key);
    } catch (error) {
      if (!isUnreachable(error)) unanswered.current = undefined;
      throw error;
    } finally {
      // Also after a failure: the key may have been made, and only its secret was lost.
      void queries.invalidateQueries({ queryKey: apiKeysKey });
    }
  };
  const form = useForm<{ name: string }, ShownKey>({
    initial: { name: '' },
    kept: 'key-name',
    validators: { name: ({ name }) => (nameOf(name) === '' ? strings.nameMissing : undefined) },
    send: ({ name }) => create(nameOf(name)),
    onSuccess: (made) => {
      onCreated(made);
      notify(strings.created);
    },
    fallbackError: strings.createFailed,
  });
  return (
    <Panel title={strings.formTitle}>
      <Form form={form} submit={strings.submit} sending={strings.creating} disabled={!form.isValid} onCancel={onCancel}>
        <TextField
          label={strings.name}
          help={strings.nameHelp}
          placeholder={strings.namePlaceholder}
          maxLength={100}
          autoComplete="off"
          autoFocus
          {...form.field('name')}
        />
        <div className={styles.options}>
          <div>
            <p className={styles.optionName} aria-hidden="true">
              {strings.may}
            </p>
            <SegmentedControl label={strings.may} value={scope} options={scopes} onChange={setScope} />
          </div>
          <div>
            <p className={styles.optionName} aria-hidden="true">
              {strings.expires}
            </p>
            <SegmentedControl label={strings.expires} value={lifetime} options={lifetimes} onChange={setLifetime} />
          </div>
        </div>
      </Form>
    </Panel>
  );
}

/** The name as it is sent: trimmed, without invisible characters. */
function nameOf(typed: string): string {
  return withoutHiddenCharacters(typed).trim();
}
