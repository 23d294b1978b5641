import { isVisible } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { reasonOf, withCause } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { isPressedIn } from '../../lib/is-pressed.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { preparePendingSave } from '../../lib/pending-save.ts';
import { saveKeys } from '../../lib/platform.ts';
import { formatPoint } from '../../map/point.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon, PlaceIcon } from '../../ui/icons.tsx';
import { keepCaret } from '../../ui/keep-caret.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { passFocus, usePassFocusToText } from '../../ui/pass-focus.ts';
import { Status } from '../../ui/status.tsx';
import { type Creation, useCreate } from './commands.ts';
import styles from './composer.module.css';
import { type Draft, emptyDraft, NEW_DRAFT, toNewAnecdote } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { HashTags } from './hash-tags.tsx';
import { canBeSplit, linesOf } from './lines.ts';
import { PastedLines } from './pasted-lines.tsx';
import { lengthProblem, RemainingCharacters } from './remaining-characters.tsx';
import { writeStrings } from './strings.ts';
import tagField from './tag-field.module.css';
import { unsavedPart } from './unsaved-part.ts';
import { useInterruptedSave } from './use-interrupted-save.ts';
import { usePicker } from './use-picker.tsx';
import { useSplit } from './use-split.ts';

// Without a network its code may fail to load. A plain field then takes its place, so that the text is not lost.
const TagField = lazyComponent(() => import('./tag-field.tsx'), 'TagField', {
  fallback: <div className={styles.tagsPlaceholder} />,
  onFailure: PlainTags,
});

/** A field to write an anecdote. It grows with the text and keeps the draft over a reload. */
export function Composer() {
  const { slot, draft, setDraft, carryOver, clear, removeSaved, wasRestored, hasText } = useDraft<Draft>(
    NEW_DRAFT,
    emptyDraft,
  );
  const id = useId();
  const [focused, setFocused] = useState(false);
  const fold = useCallback(() => setFocused(false), []);
  const form = useRef<HTMLFormElement>(null);
  // The field can be edited while a text is saved; what was typed meanwhile is the next draft.
  const keepRest = (restOf: (draft: Draft) => Draft | undefined) =>
    keepCaret(form.current?.querySelector('textarea'), () => removeSaved(restOf));
  const create = useCreate(slot, (saved) => keepRest((draft) => unsavedPart(draft, saved.draft)));
  const blank = !isVisible(draft.description);
  const lengthError = lengthProblem(draft.description);
  const picker = usePicker(
    draft.coordinates,
    (coordinates) => setDraft({ coordinates, ...(coordinates && { enhanced: true }) }),
    () => setFocused(true),
  );
  const [hasPasted, setPasted] = useState(false);
  useEffect(() => {
    if (blank) setPasted(false);
  }, [blank]);
  const lines = linesOf(draft.description).length;
  const {
    split,
    finishSplit,
    isPending: isSplitting,
  } = useSplit({
    slot,
    draft,
    onSaved: (refused, before) => {
      setPasted(false);
      setFocused(refused.length > 0);
      keepRest((draft) => {
        const rest = unsavedPart(draft, before);
        if (!rest || refused.length === 0) return rest;
        return { ...draft, description: [...refused, rest.description].join('\n').trimEnd() };
      });
    },
    onUndone: (before) =>
      setDraft(({ description }) =>
        description.trim() === '' ? before : { description: `${before.description}\n${description}` },
      ),
  });
  const isBusy = create.isPending || isSplitting;
  const open = focused || hasText || picker.isPicking || draft.coordinates !== null;

  const send = (creation: Creation) =>
    create.mutate(creation, {
      onSuccess: () => {
        setFocused(false);
        notify(writeStrings.saved);
      },
      onError: (error) => notifyError(withCause(error, reasonOf(error, writeStrings.createFailed))),
    });
  const isInterrupted = useInterruptedSave(slot, wasRestored, { create: send, split: finishSplit });
  const save = () => {
    if (blank || isBusy) return;
    if (lengthError !== undefined) return notifyError(lengthError);
    send({ ...preparePendingSave(slot, draft, (input) => toNewAnecdote(input, new Date())), draft });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape' && blank) setFocused(false);
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
  };

  // The dialog is rendered outside of the form, so that keys pressed in it do not reach the form.
  return (
    <>
      <form
        className={`${styles.composer} sheet`}
        ref={form}
        data-open={open || undefined}
        aria-busy={isBusy || undefined}
        onSubmit={submit}
        onKeyDown={press}
        onPointerEnter={TagField.preload}
        onFocus={() => setFocused(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget) && !isPressedIn(currentTarget)) setFocused(false);
        }}
      >
        <div className={styles.line}>
          <GrowingTextarea
            className={styles.text}
            aria-label={writeStrings.prompt}
            placeholder={writeStrings.prompt}
            value={draft.description}
            aria-invalid={lengthError ? true : undefined}
            aria-describedby={id}
            onPaste={({ clipboardData }) => setPasted(linesOf(clipboardData.getData('text/plain')).length > 1)}
            // A text begun here has the present time and no connection, whatever was chosen on the entry screen.
            onChange={({ target }) =>
              setDraft(({ description, tags, coordinates }) => ({
                ...(description.trim() === '' && { ...emptyDraft, tags, coordinates, enhanced: coordinates !== null }),
                description: target.value,
              }))
            }
          />
          <span className={`${styles.keys} secondary`} aria-hidden="true">
            {writeStrings.saves(saveKeys)}
          </span>
        </div>
        <div className={styles.messages}>
          <RemainingCharacters id={id} text={draft.description} />
          <HashTags text={draft.description} tags={draft.tags} onChange={(tags) => setDraft({ tags })} />
          <Status>
            {hasPasted && canBeSplit(draft.description) && (
              <PastedLines
                lines={lines}
                busy={isSplitting}
                onSplit={() => !isBusy && split()}
                onKeep={() => setPasted(false)}
              />
            )}
          </Status>
          {draft.coordinates && (
            <p className={`${styles.place} secondary`}>
              <PlaceIcon size={16} />
              <span className="one-line" dir="auto">
                {draft.location || draft.coordinates.address || formatPoint(draft.coordinates)}
              </span>
              <IconButton
                label={writeStrings.clearLocation}
                title={writeStrings.clearLocation}
                onClick={({ currentTarget }) => {
                  passFocus(currentTarget, currentTarget.form?.querySelector('textarea'));
                  setDraft({ coordinates: null });
                }}
              >
                <CloseIcon size={14} />
              </IconButton>
            </p>
          )}
          <Status>
            {wasRestored && !isInterrupted && !isBusy && (
              <DraftNotice
                onDiscard={() => {
                  setFocused(false);
                  return clear();
                }}
              />
            )}
          </Status>
        </div>
        {open && (
          <More onFolded={fold}>
            <TagField bare value={draft.tags} onChange={(tags) => setDraft({ tags })} />
            <IconButton label={writeStrings.chooseLocation} title={writeStrings.chooseLocation} onClick={picker.pick}>
              <PlaceIcon />
            </IconButton>
            <Link to="/entry" className={buttonClass('quiet')} onClick={carryOver}>
              {writeStrings.moreFields}
            </Link>
            <Button
              variant="accent"
              type="submit"
              disabled={blank || isSplitting || lengthError !== undefined}
              busy={create.isPending}
            >
              {create.isPending ? writeStrings.saving : writeStrings.save}
            </Button>
          </More>
        )}
      </form>
      {picker.dialog}
    </>
  );
}

/** The controls below the text. When they are folded with the focus in them, the text gets it, without unfolding them. */
function More({ onFolded, children }: { onFolded: () => void; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  usePassFocusToText(element, onFolded);
  return (
    <div ref={element} className={styles.more}>
      {children}
    </div>
  );
}

/** A field for tags without suggestions. */
function PlainTags({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <input
      dir="auto"
      className={tagField.bare}
      aria-label={writeStrings.tags}
      placeholder={writeStrings.tags}
      autoCapitalize="none"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
