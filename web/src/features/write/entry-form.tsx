import { isVisible } from '@anecdotes/contracts';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { fields, optionalTexts } from '../../anecdote/fields.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { notifyError } from '../../lib/messages.ts';
import { saveKeys } from '../../lib/platform.ts';
import { strings } from '../../lib/strings.ts';
import { usePrinting } from '../../lib/use-printing.ts';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/field.module.css';
import { TextField } from '../../ui/field.tsx';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ConnectionField } from './connection-field.tsx';
import type { Draft } from './draft.ts';
import styles from './entry-form.module.css';
import { formStrings } from './form-strings.ts';
import { HashTags } from './hash-tags.tsx';
import { PlaceField } from './place-field.tsx';
import { relatedTo } from './related-to.ts';
import { lengthProblem, RemainingCharacters } from './remaining-characters.tsx';
import { writeStrings } from './strings.ts';
import { TagField } from './tag-field.tsx';
import { usePicker } from './use-picker.tsx';
import { WhenField } from './when-field.tsx';

const HINT_MS = 5000;
/** How far from the top of a field its first line ends, in pixels. */
const FIRST_LINE = 40;

type EntryFormProps = {
  draft: Draft;
  onChange: (part: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;
  onSave: () => void;
  onCancel: () => void;
  /** True while a save is being sent, and until the screen is left after it. */
  busy: boolean;
  isSaved: boolean;
  /** The problems that the server found, by field. */
  problems: Readonly<Record<string, string>>;
  self?: string | undefined;
  /** The date and time that will be saved, unless it is the moment of saving. */
  instant?: Date | undefined;
  children?: ReactNode;
};

/** The fields of an anecdote. Ctrl or Cmd and Enter save from anywhere in it. */
export function EntryForm(props: EntryFormProps) {
  const { draft, onChange: change, onSave, onCancel, busy, isSaved, problems, self, instant, children } = props;
  /** The description as last typed here. If the draft differs, it was saved or discarded since and is untouched. */
  const [typed, setTyped] = useState({ text: '', isTyped: false, wasBlurred: false });
  const wasBlurred = typed.wasBlurred && typed.text === draft.description;
  const blank = !isVisible(draft.description);
  const lengthError = lengthProblem(draft.description);
  const wrong = wasBlurred && blank ? formStrings.describe : problems.description;
  const form = useRef<HTMLFormElement>(null);
  // When the server refuses the form, its first invalid field is focused.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);
  useEffect(() => {
    // After the router has scrolled the new page to its top.
    const frame = requestAnimationFrame(() => revealFocused(form.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  const save = () => {
    if (blank || lengthError !== undefined) document.getElementById('description')?.focus();
    if (blank) setTyped({ text: draft.description, isTyped: true, wasBlurred: true });
    if (blank) notifyError(formStrings.descriptionNeeded, { milliseconds: HINT_MS });
    else if (lengthError !== undefined) notifyError(lengthError, { milliseconds: HINT_MS });
    else if (!busy) onSave();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    const wanted = event.ctrlKey || event.metaKey;
    if (wanted) save();
    if (wanted || event.target instanceof HTMLInputElement) event.preventDefault();
  };

  const isPrinting = usePrinting();
  const saveLabel = self === undefined ? writeStrings.save : formStrings.update;
  const picker = usePicker(draft.coordinates, (coordinates) => change({ coordinates }));

  // The dialog is rendered outside of the form, so that keys pressed in it do not reach the form.
  return (
    <>
      <form ref={form} className={styles.form} onSubmit={submit} onKeyDown={press} noValidate aria-busy={busy}>
        {children}
        <SegmentedControl
          label={formStrings.detail}
          value={draft.enhanced ? 'enhanced' : 'quick'}
          disabled={busy}
          options={[
            ['quick', formStrings.quick],
            ['enhanced', formStrings.enhanced],
          ]}
          onChange={(detail) => change({ enhanced: detail === 'enhanced' })}
        />
        {draft.enhanced && (
          <TextField
            label={formStrings.titleField}
            help={formStrings.notKept}
            value={draft.title}
            disabled={busy}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
        <div className={`${field.field} ${styles.words}`}>
          <label htmlFor="description">{writeStrings.prompt}</label>
          {/* A browser prints a text field in one piece, and cuts its lines at the ends of the pages. */}
          {isPrinting && (
            <p className={styles.printed} dir="auto">
              {draft.description}
            </p>
          )}
          <GrowingTextarea
            id="description"
            className={`${field.input} ${styles.description} unprinted`}
            placeholder={formStrings.promptHelp}
            value={draft.description}
            readOnly={busy}
            aria-disabled={busy || undefined}
            aria-invalid={wrong || lengthError ? true : undefined}
            aria-describedby="description-note"
            onChange={(event) => {
              setTyped({ text: event.target.value, isTyped: true, wasBlurred });
              change({ description: event.target.value });
            }}
            onBlur={() => setTyped({ ...typed, wasBlurred: typed.isTyped })}
          />
          <RemainingCharacters id="description-note" text={draft.description} error={wrong} />
        </div>
        {!busy && <HashTags text={draft.description} tags={draft.tags} onChange={(tags) => change({ tags })} />}
        <TagField value={draft.tags} disabled={busy} error={problems.tags} onChange={(tags) => change({ tags })} />
        {draft.enhanced && (
          <div className={styles.pair}>
            {optionalTexts.map((name) => (
              <TextField
                key={name}
                label={fields[name].label}
                placeholder={fields[name].placeholder}
                value={draft[name]}
                disabled={busy}
                error={problems[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            ))}
            <TextField
              label={formStrings.duration}
              help={formStrings.notKept}
              value={draft.duration}
              disabled={busy}
              onChange={(event) => change({ duration: event.target.value })}
            />
          </div>
        )}
        {draft.enhanced && (
          <PlaceField
            value={draft.coordinates}
            disabled={busy}
            error={problems.coordinates}
            onPick={picker.pick}
            onChange={(coordinates) => change({ coordinates })}
          />
        )}
        <WhenField
          value={draft.when}
          disabled={busy}
          instant={instant}
          onChange={(part) => change(({ when }) => ({ when: { ...when, ...part } }))}
        />
        <ConnectionField
          value={draft.connection}
          self={self}
          related={() => (self === undefined ? relatedTo(draft, instant) : { of: self })}
          disabled={busy}
          error={problems.connected_to}
          onChange={(connection) => change({ connection })}
        />
        <footer className={`${styles.foot} unprinted`} data-form-footer>
          <span className={`${styles.keys} secondary`} aria-hidden="true">
            {writeStrings.saves(saveKeys)}
          </span>
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            {strings.common.cancel}
          </Button>
          <Button
            variant="accent"
            type="submit"
            busy={busy && !isSaved}
            aria-disabled={busy || undefined}
            // A saved draft is cleared.
            disabled={!isSaved && (blank || lengthError !== undefined)}
          >
            {isSaved ? formStrings.savedButton : busy ? writeStrings.saving : saveLabel}
          </Button>
        </footer>
      </form>
      {picker.dialog}
    </>
  );
}

/** Scrolls to the focused field of `form` if its first line is hidden, as in a low window. */
function revealFocused(form: HTMLFormElement | null): void {
  const focused = document.activeElement;
  // A page that was left further down is shown there again.
  if (!focused || !form?.contains(focused) || scrollY > 0) return;
  const { left, width, top } = focused.getBoundingClientRect();
  const firstLine = document.elementFromPoint(left + width / 2, top + FIRST_LINE);
  if (firstLine !== focused) focused.scrollIntoView({ block: 'nearest' });
}
