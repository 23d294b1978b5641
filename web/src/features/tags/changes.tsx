import type { OperationView, TagChange } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { operationsQuery } from '../../anecdote/operations.ts';
import { format } from '../../lib/format.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { useStop, useUndo } from './commands.ts';
import { tagStrings as strings } from './strings.ts';
import styles from './tags.module.css';

const RECENT = 5;

/** The progress of the running change of tags, with a button that stops it. */
export function RunningChange() {
  const { data: operations = [] } = useQuery(operationsQuery());
  const running = operations.find(({ status, change }) => status === 'running' && change !== null);
  return (
    <div className={styles.running}>
      {running && <progress aria-label={strings.progress} value={running.done} max={running.total} />}
      <p role="status" className="tabular">
        {running && strings.running(running)}
      </p>
      {running?.change && <StopButton id={running.id} change={running.change} />}
    </div>
  );
}

function StopButton({ id, change }: { id: string; change: TagChange }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(button);
  const stop = useStop();
  const isStopping = stop.variables === id && !stop.isError;
  return (
    <Button
      ref={button}
      aria-label={isStopping ? undefined : strings.stopNamed(change)}
      busy={isStopping}
      onClick={() => stop.mutate(id)}
    >
      {isStopping ? strings.stopping : strings.stop}
    </Button>
  );
}

/** The last changes of tags that can still be undone. */
export function RecentChanges() {
  const { data: operations = [] } = useQuery(operationsQuery());
  const undo = useUndo();
  const isRunning = operations.some(({ status }) => status === 'running');
  const recent = operations.flatMap((operation) => {
    const { kind, status, changed, change, undone_by } = operation;
    const isOver = status === 'done' || status === 'cancelled';
    const canBeUndone = kind === 'tags' && isOver && changed > 0 && undone_by === null;
    return canBeUndone && change !== null ? [{ ...operation, change }] : [];
  });
  if (recent.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{strings.recent}</h2>
      <ul>
        {recent.slice(0, RECENT).map((operation) => (
          <Line
            key={operation.id}
            operation={operation}
            busy={isRunning || undo.isPending}
            onUndo={() => undo.mutate(operation.id)}
          />
        ))}
      </ul>
    </section>
  );
}

type LineProps = { operation: OperationView & { change: TagChange }; busy: boolean; onUndo: () => void };

function Line({ operation, busy, onUndo }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  useFocusAfterRemoval(line);
  return (
    <li ref={line} className={styles.change}>
      <p>{strings.describe(operation.change)}</p>
      <p className="secondary tabular">
        {strings.reach(operation)} · {format.moment(new Date(operation.started_at))}
      </p>
      <Button aria-label={strings.undoNamed(operation.change)} busy={busy} onClick={onUndo}>
        {shared.common.undo}
      </Button>
    </li>
  );
}
