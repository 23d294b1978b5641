import { useId, useState } from 'react';
import { sampleStrings as strings } from '../../lib/sample-strings.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { presets, resetSample, sampleOf } from './options.ts';
import { rememberedSamples } from './remembered.ts';
import styles from './sample-data.module.css';
import { SampleProgressLine } from './sample-progress-line.tsx';
import { useSamples } from './use-samples.ts';

/** Buttons that add invented anecdotes, a few or very many. */
export function SampleData() {
  const title = useId();
  const { progress, add, goOn, stop } = useSamples();
  const [replaced, setReplaced] = useState<number>();
  const isUnderWay = progress.status !== 'idle';

  const reset = () => {
    const old = rememberedSamples().length;
    if (old === 0) add(resetSample);
    else setReplaced(old);
  };

  return (
    <section className={styles.samples} aria-labelledby={title}>
      <h2 id={title}>{strings.title}</h2>
      <p className={styles.text}>{strings.text}</p>
      {isUnderWay ? (
        <SampleProgressLine progress={progress} onGoOn={goOn} onStop={stop} />
      ) : (
        <fieldset className={styles.sizes} aria-label={strings.sizes}>
          {presets.map((size) => (
            <Button key={size} aria-label={strings.add(size)} onClick={() => add(sampleOf(size))}>
              {strings.size(size)}
            </Button>
          ))}
          <Button look="quiet" title={strings.resetText(resetSample.count)} onClick={reset}>
            {strings.reset}
          </Button>
        </fieldset>
      )}
      <ConfirmDialog
        open={replaced !== undefined}
        title={strings.question}
        text={strings.questionText(replaced ?? 0, resetSample.count)}
        confirm={strings.confirm}
        cancel={strings.keep}
        busy={false}
        onConfirm={() => {
          setReplaced(undefined);
          add(resetSample, true);
        }}
        onClose={() => setReplaced(undefined)}
      />
    </section>
  );
}
