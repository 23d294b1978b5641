import { useState } from 'react';
import { accountId, onSessionChange } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ShownKey } from './commands.ts';

const shownKey = createStore<{ owner: string; key: ShownKey } | undefined>(undefined);
onSessionChange((change) => {
  if (change === 'logged-out') shownKey.set(undefined);
});

/**
 * The key whose secret is shown to the person of this screen, and its setter, which may be called after the screen was
 * left: the only answer with the secret must not be lost.
 */
export function useShownKey(): [ShownKey | undefined, (key: ShownKey | undefined) => void] {
  const [owner] = useState(accountId);
  const shown = useStore(shownKey);
  return [shown?.owner === owner ? shown.key : undefined, (key) => shownKey.set(key && { owner, key })];
}
