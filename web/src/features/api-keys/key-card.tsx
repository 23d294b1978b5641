import type { ApiKey } from '@anecdotes/contracts';
import { format } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './api-keys.module.css';
import { useToggle } from './commands.ts';
import { keyStrings as strings } from './strings.ts';

type KeyCardProps = { apiKey: ApiKey; onRotate: () => void; onDelete: () => void };

/** One key: its name, status and dates, and the buttons that change it. */
export function KeyCard({ apiKey, onRotate, onDelete }: KeyCardProps) {
  const { id, name, is_active, scopes, created_at, last_used, expires_at } = apiKey;
  const toggle = useToggle();
  const switching = is_active ? strings.deactivate : strings.activate;
  const isExpired = expires_at !== null && new Date(expires_at) <= new Date();
  return (
    <li className={styles.card}>
      <div className={`${styles.name} row`}>
        <h3>{name}</h3>
        <span className={`${styles.badge} secondary`} data-active={is_active}>
          {is_active ? strings.active : strings.inactive}
        </span>
        <span className="secondary">{scopes.includes('write') ? strings.scopes.write : strings.scopes.read}</span>
      </div>
      <dl className={`${styles.facts} tabular`}>
        <Fact name={strings.createdAt} value={format.moment(new Date(created_at))} />
        {last_used !== null && <Fact name={strings.lastUsed} value={format.moment(new Date(last_used))} />}
        {expires_at !== null && (
          <Fact
            name={strings.expiresAt}
            value={`${format.moment(new Date(expires_at))}${isExpired ? ` (${strings.expired})` : ''}`}
          />
        )}
        <Fact name={strings.keyId} value={id} />
      </dl>
      <div className={`${styles.actions} row trailing unprinted`}>
        <Button
          busy={toggle.isPending}
          aria-label={strings.named(switching, name)}
          onClick={() => toggle.mutate(apiKey)}
        >
          {switching}
        </Button>
        {!isExpired && (
          <Button variant="quiet" aria-label={strings.named(strings.rotate, name)} onClick={onRotate}>
            {strings.rotate}
          </Button>
        )}
        <Button variant="quiet" aria-label={strings.named(strings.remove, name)} onClick={onDelete}>
          {strings.remove}
        </Button>
      </div>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="secondary">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
