import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../lib/api.ts';
import { configurationQuery } from '../../lib/configuration.ts';
import { format } from '../../lib/format.ts';
import type { Notices } from '../../lib/notices.ts';
import { endSession, rememberedAddress, token } from '../../lib/session.ts';
import { sessionExpired } from '../../lib/session-expired.ts';
import { readStoredUser } from '../../lib/stored-user.ts';
import { expiryOf } from '../../lib/token.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../../ui/button.tsx';
import styles from './debug-panel.module.css';
import { meQuery } from './queries.ts';
import { signInStrings } from './strings.ts';

const { debug } = signInStrings;

/** What this browser knows about the person, for debugging; never shows the token itself. */
export function DebugPanel({ notices }: { notices: Notices }) {
  const isExpired = useStore(sessionExpired);
  const isLoading = useIsMutating() > 0;
  const queries = useQueryClient();
  const { data: configuration } = useQuery(configurationQuery());
  const user = readStoredUser();
  const expiry = expiryOf(token());
  const yes = (flag: boolean | undefined) => (flag ? debug.yes : debug.no);
  const facts: Record<keyof typeof debug.facts, string | undefined | null> = {
    status: token() === null ? debug.notAuthenticated : debug.authenticated,
    id: user?.id,
    username: user?.username,
    email: user?.email,
    name: user?.name,
    token: token() === null ? debug.none : debug.present,
    expiry: expiry && format.full(expiry),
    expired: yes(isExpired),
    loading: yes(isLoading),
    messages: notices.current?.text,
    lastUrl: rememberedAddress(),
    api: `${location.origin}/api`,
    mock: yes(import.meta.env.VITE_MOCK_API === 'true'),
    production: yes(configuration?.production),
  };
  const refresh = async () => {
    if (token() === null) return notices.failed(debug.noToken);
    try {
      await queries.fetchQuery({ ...meQuery(), staleTime: 0 });
      notices.done(debug.refreshed);
    } catch (error) {
      notices.failed(reasonOf(error, debug.userFailed));
    }
  };
  const timeOut = () => {
    if (token() === null) sessionExpired.set(true);
    else endSession('expired');
  };

  return (
    <details className={styles.debug} open>
      <summary>{debug.title}</summary>
      <dl className={`${styles.facts} tabular`}>
        {Object.entries(debug.facts).map(([name, label]) => (
          <div key={name}>
            <dt className="secondary">{label}</dt>
            <dd>{facts[name as keyof typeof facts] ?? debug.none}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button onClick={timeOut}>{debug.timeout}</Button>
        <Button onClick={() => void refresh()}>{debug.refresh}</Button>
        <Button onClick={notices.clear}>{debug.clear}</Button>
      </div>
    </details>
  );
}
