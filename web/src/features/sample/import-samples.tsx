import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { defaultSample } from './options.ts';
import { useSamples } from './use-samples.ts';

/** One press that fills an empty journal with invented anecdotes. */
export function ImportSamples() {
  const { progress, add, goOn } = useSamples();
  const isUnderWay = progress.status !== 'idle' && progress.status !== 'failed';
  return (
    <>
      <Button busy={isUnderWay} onClick={() => (progress.status === 'failed' ? goOn() : add(defaultSample))}>
        {isUnderWay ? strings.browse.importingSamples : strings.browse.importSamples}
      </Button>
      {progress.status === 'failed' && <p role="alert">{progress.reason}</p>}
    </>
  );
}
