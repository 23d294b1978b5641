import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { useImportSamples } from './commands.ts';

/** One press that fills an empty journal with invented anecdotes. */
export function ImportSamples() {
  const samples = useImportSamples();
  return (
    <Button busy={samples.isPending} onClick={() => samples.mutate()}>
      {samples.isPending ? strings.browse.importingSamples : strings.browse.importSamples}
    </Button>
  );
}
