import { useQuery } from '@tanstack/react-query';
import { operationsQuery } from '../../anecdote/operations.ts';
import { format } from '../../lib/format.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { useUndo } from './commands.ts';
import { tagStrings as strings } from './strings.ts';
import styles from './tags.module.css';

const RECENT = 5;

/** How far the operation is that runs. */
export function RunningChange() {
  const { data: operations = [] } = useQuery(operationsQuery());
  const running = operations.find(({ status, change }) => status === 'running' && change !== null);
  return (
    <div role="status" className={styles.running}>
      {running && (
        <>
          <progress aria-label={strings.progress} value={running.done} max={running.total} />
          <p className="tabular">{strings.running(running)}</p>
        </>
      )}
    </div>
  );
}

/** The last changes of tags that can still be undone. */
export function RecentChanges() {
  const { data: operations = [] } = useQuery(operationsQuery());
  const undo = useUndo();
  const isRunning = operations.some(({ status }) => status === 'running');
  const recent = operations.flatMap(({ kind, status, change, undone_by, ...operation }) =>
    kind === 'tags' && change !== null && status === 'done' && operation.changed > 0 && undone_by === null
      ? [{ ...operation, change }]
      : [],
  );
  if (recent.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{strings.recent}</h2>
      <ul>
        {recent.slice(0, RECENT).map(({ id, change, changed, started_at }) => (
          <li key={id} className={styles.change}>
            <p>{strings.told(change)}</p>
            <p className="secondary tabular">
              {strings.anecdotes(changed)} · {format.moment(new Date(started_at))}
            </p>
            <Button
              aria-label={strings.undoNamed(change)}
              busy={isRunning || undo.isPending}
              onClick={() => undo.mutate(id)}
            >
              {shared.common.undo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
