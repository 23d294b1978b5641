import { Button } from '../../ui/button.tsx';
import type { SampleProgress } from './progress.ts';
import styles from './sample-data.module.css';
import { sampleStrings as strings } from './strings.ts';

type SampleProgressLineProps = {
  progress: Exclude<SampleProgress, { status: 'idle' }>;
  onResume: () => void;
  onStop: () => void;
};

/** A progress bar with a number, and buttons to cancel running work or to resume or give up stopped work. */
export function SampleProgressLine({ progress, onResume, onStop }: SampleProgressLineProps) {
  const { status, task, done, total, reason } = progress;
  const isStopped = status === 'stopped';
  return (
    <div className={styles.progress}>
      <progress aria-label={strings.progress} value={done} max={total} />
      <p className="tabular" role={isStopped ? 'alert' : 'status'}>
        {isStopped ? strings.stopped(task, done, total, reason) : strings.progressText(task, done, total)}
      </p>
      <div className={styles.actions}>
        {isStopped && <Button onClick={onResume}>{strings.goOn}</Button>}
        <Button variant="quiet" busy={status === 'stopping'} onClick={onStop}>
          {isStopped ? strings.giveUp : status === 'stopping' ? strings.cancelling : strings.cancel}
        </Button>
      </div>
    </div>
  );
}
