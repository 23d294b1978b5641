import type { OperationView } from '@anecdotes/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { operationsQuery } from '../../anecdote/operations.ts';
import { format } from '../../lib/format.ts';
import { joinSentences } from '../../lib/join-sentences.ts';
import { recordChange } from '../../lib/position.ts';
import { journalKey } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { type Step, useOperationStep } from './file-queries.ts';
import { fileStrings as strings } from './file-strings.ts';
import styles from './import-file.module.css';

const RECENT = 5;

/**
 * The progress of running and paused imports, and of undoing imports. Screen readers hear when one begins, is paused and
 * ends, but not its numbers. `started` is the import that this page has started; it may be done before it is listed as
 * running.
 */
export function RunningImport({ started }: { started: OperationView | null }) {
  const queries = useQueryClient();
  const { data: operations = [] } = useQuery(operationsQuery());
  const last = useRef<readonly OperationView[]>([]);
  const [ended, setEnded] = useState<readonly OperationView[]>([]);
  useEffect(() => {
    if (started?.status === 'done') setEnded([started]);
  }, [started]);
  useEffect(() => {
    const justEnded = operations.filter((one) => !isUnderWay(one) && last.current.some(({ id }) => id === one.id));
    last.current = operations.filter(isUnderWay);
    if (justEnded.length === 0) return;
    setEnded(justEnded);
    // Loads the lists again, so that they show the changes.
    for (const { position } of justEnded) recordChange(position);
    void queries.invalidateQueries({ queryKey: journalKey });
  }, [operations, queries]);

  const underWay = operations.filter(isUnderWay);
  return (
    <>
      <p className="visually-hidden" role="status">
        {joinSentences(...(underWay.length > 0 ? underWay : ended).map(strings.spoken))}
      </p>
      {underWay.map((operation) => (
        <Running key={operation.id} operation={operation} />
      ))}
    </>
  );
}

function Running({ operation }: { operation: OperationView }) {
  const { id, kind, status, done, total } = operation;
  const operationStep = useOperationStep();
  const element = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(element);
  const button = (step: Step) => (
    <Button busy={operationStep.isPending} onClick={() => operationStep.mutate({ id, step })}>
      {strings[step]}
    </Button>
  );
  return (
    <div ref={element} className={styles.running}>
      <progress aria-label={strings.progress} value={done} max={total} />
      <p className="tabular">{status === 'paused' ? strings.paused(operation) : strings.running(operation)}</p>
      {kind === 'import' && (
        <div className={styles.actions}>
          {button(status === 'paused' ? 'resume' : 'pause')}
          {button('cancel')}
        </div>
      )}
    </div>
  );
}

function isUnderWay({ file, status }: OperationView): boolean {
  return file !== null && (status === 'running' || status === 'paused');
}

/** The last imported files, each with a button that undoes its import. */
export function ImportedFiles() {
  const { data: operations = [] } = useQuery(operationsQuery());
  const operationStep = useOperationStep();
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(list);
  const imports = operations.filter(
    ({ kind, status }) => kind === 'import' && (status === 'done' || status === 'cancelled'),
  );
  if (imports.length === 0) return null;
  return (
    <section className={styles.recent}>
      <h3>{strings.recent}</h3>
      <ul ref={list} {...keptFocus}>
        {imports.slice(0, RECENT).map((operation) => {
          const name = operation.file?.name ?? strings.unnamed;
          return (
            <li key={operation.id}>
              <p className={styles.name}>{name}</p>
              <p className="secondary tabular">
                {strings.made(operation)} · {format.moment(new Date(operation.started_at))}
              </p>
              {operation.undone_by === null ? (
                <Button
                  aria-label={strings.undoNamed(name)}
                  busy={operationStep.isPending}
                  onClick={() => operationStep.mutate({ id: operation.id, step: 'undo' })}
                >
                  {strings.undo}
                </Button>
              ) : (
                <p className="secondary">
                  {operations.some((one) => one.id === operation.undone_by && isUnderWay(one))
                    ? strings.undoing
                    : strings.undone}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
