import type { BatchItem } from '@anecdotes/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { say, sayError } from '../../lib/messages.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { strings } from '../../lib/strings.ts';
import { defaultSample, generateSamples } from './generate.ts';

/** Fills the journal with invented anecdotes. */
export function useImportSamples() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      send<BatchItem[]>('POST', '/anecdotes/batch', {
        key: crypto.randomUUID(),
        body: { anecdotes: generateSamples(defaultSample, new Date(), Math.random) },
      }),
    onSuccess: (items) => {
      void refreshJournal(queries);
      say(strings.browse.samplesImported(items.filter((item) => item.success).length));
    },
    onError: (error) => sayError(error.message || strings.browse.samplesFailed),
  });
}
