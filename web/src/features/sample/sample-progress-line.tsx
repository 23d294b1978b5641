import { sampleStrings as strings } from '../../lib/sample-strings.ts';
import { Button } from '../../ui/button.tsx';
import type { SampleProgress } from './progress.ts';
import styles from './sample-data.module.css';

type SampleProgressLineProps = {
  progress: Exclude<SampleProgress, { status: 'idle' }>;
  onGoOn: () => void;
  onStop: () => void;
};

/** A thin line with a number, and what can be done while it grows or when it stands still. */
export function SampleProgressLine({ progress, onGoOn, onStop }: SampleProgressLineProps) {
  const { status, done, total, reason } = progress;
  const hasFailed = status === 'failed';
  return (
    <div className={styles.progress}>
      <progress aria-label={strings.progress} value={done} max={total} />
      <p className="numbers" role={hasFailed ? 'alert' : 'status'}>
        {hasFailed
          ? strings.stopped(reason ?? strings.failed, done, total)
          : status === 'removing'
            ? strings.removing(done, total)
            : strings.adding(done, total)}
      </p>
      <div className={styles.actions}>
        {hasFailed && <Button onClick={onGoOn}>{strings.goOn}</Button>}
        <Button look="quiet" busy={status === 'stopping'} onClick={onStop}>
          {hasFailed ? strings.leaveIt : status === 'stopping' ? strings.cancelling : strings.cancel}
        </Button>
      </div>
    </div>
  );
}
