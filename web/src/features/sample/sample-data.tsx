import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { format } from '../../lib/format.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { presets, resetSample, sampleOf } from './options.ts';
import { samplesQuery } from './queries.ts';
import styles from './sample-data.module.css';
import { SampleProgressLine } from './sample-progress-line.tsx';
import { sampleStrings as strings } from './strings.ts';
import { useSamples } from './use-samples.ts';

/** Adding this many or more samples to a journal that has other anecdotes needs a confirmation. */
const MANY = 1_000;

type Question = { title: string; text: string; confirm: string; onConfirm: () => void };

/** A folded section that adds sample data, a little or very much, and resets, removes and restores it. */
export function SampleData() {
  const title = useId();
  const { progress, add, remove, restore, resume, stop } = useSamples();
  const isUnderWay = progress.status !== 'idle';
  const [open, setOpen] = useState(isUnderWay);
  const { data: samples, error, refetch } = useQuery({ ...samplesQuery(), enabled: open });
  const [question, setQuestion] = useState<Question>();
  const [isConfirming, setIsConfirming] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const keptFocus = useKeptFocus(details);
  const ask = (next: Question) => {
    setQuestion(next);
    setIsConfirming(true);
  };

  /** The present counts of samples, loaded again because those shown may be outdated; undefined if never loaded. */
  const latest = async () => (await refetch()).data;

  const addSome = async (size: number) => {
    if (size < MANY) return add(sampleOf(size));
    const others = (await latest())?.others;
    if (others === 0) return add(sampleOf(size));
    const text = strings.addText(others);
    ask({ title: strings.addQuestion(size), text, confirm: strings.addConfirm, onConfirm: () => add(sampleOf(size)) });
  };
  const reset = async () => {
    const count = (await latest())?.count;
    if (count === undefined) return;
    if (count === 0) return add(resetSample);
    const text = strings.resetQuestionText(count, resetSample.count);
    ask({ title: strings.resetQuestion, text, confirm: strings.reset, onConfirm: () => remove(resetSample) });
  };
  const removeAll = (count: number) => {
    const text = strings.removeText(count);
    ask({ title: strings.removeQuestion, text, confirm: strings.removeConfirm, onConfirm: () => remove() });
  };

  return (
    <section className={`${styles.samples} unprinted`} aria-labelledby={title}>
      <details
        ref={details}
        {...keptFocus}
        className="disclosure"
        open={open || isUnderWay}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <h2 id={title}>{strings.title}</h2>
        </summary>
        <p className={`${styles.text} secondary`}>{strings.text}</p>
        {isUnderWay ? (
          <SampleProgressLine progress={progress} onResume={resume} onStop={stop} />
        ) : (
          <fieldset className={`${styles.sizes} row`} aria-label={strings.sizes}>
            {presets.map((size) => (
              <Button key={size} aria-label={strings.add(size)} onClick={() => void addSome(size)}>
                {strings.size(size)}
              </Button>
            ))}
            <Button variant="quiet" title={strings.resetText(resetSample.count)} onClick={() => void reset()}>
              {strings.reset}
            </Button>
          </fieldset>
        )}
        {!samples && error && (
          <p className={`${styles.known} row`} role="alert">
            {strings.loadFailed}
            <Button variant="quiet" onClick={() => void refetch()}>
              {shared.errors.retry}
            </Button>
          </p>
        )}
        {!isUnderWay && samples && samples.count > 0 && (
          <p className={`${styles.known} row`}>
            {strings.inJournal(samples.count)}
            <Button onClick={() => removeAll(samples.count)}>{strings.remove}</Button>
          </p>
        )}
        {!isUnderWay && samples?.removal && (
          <p className={`${styles.known} row`}>
            {strings.removedOn(samples.removal.count, format.date(new Date(samples.removal.at)))}
            <Button variant="quiet" onClick={() => restore(samples.removal?.id ?? '')}>
              {strings.restore}
            </Button>
          </p>
        )}
      </details>
      {question && (
        <ConfirmDialog
          open={isConfirming}
          title={question.title}
          text={question.text}
          confirm={question.confirm}
          busy={false}
          onConfirm={() => {
            setIsConfirming(false);
            question.onConfirm();
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </section>
  );
}
