import { Button } from '../../ui/button.tsx';
import { sampleImportStrings } from './import-strings.ts';
import { defaultSample } from './options.ts';
import { useSamples } from './use-samples.ts';

/** A button that fills an empty journal with generated anecdotes. */
export function ImportSamples() {
  const { progress, add, resume } = useSamples();
  const isStopped = progress.status === 'stopped';
  const isUnderWay = progress.status !== 'idle' && !isStopped;
  return (
    <>
      <Button busy={isUnderWay} onClick={() => (isStopped ? resume() : add(defaultSample))}>
        {isUnderWay ? sampleImportStrings.importingSamples : sampleImportStrings.importSamples}
      </Button>
      {isStopped && progress.reason !== undefined && <p role="alert">{progress.reason}</p>}
    </>
  );
}
