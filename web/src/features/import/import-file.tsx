import type { ImportReport, OperationView } from '@anecdotes/contracts';
import { useEffect, useRef, useState } from 'react';
import { notifyError } from '../../lib/messages.ts';
import { useKeptState } from '../../lib/use-kept-state.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Status } from '../../ui/status.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { failureOf, type TableChoices, useDryRun, useImport } from './file-queries.ts';
import { FileReport, spokenReport } from './file-report.tsx';
import { fileStrings as strings } from './file-strings.ts';
import styles from './import-file.module.css';
import { ImportedFiles, RunningImport } from './imported-files.tsx';
import { TableOptions } from './table-options.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';

const NO_CHOICES: TableChoices = { columns: {}, dateOrder: 'automatic' };

/** Imports a file: first a dry run reports its content, then the person starts the import. */
export function ImportFile() {
  const [file, setFile] = useKeptState<File | undefined>('import-file', undefined);
  const [report, setReport] = useState<ImportReport>();
  /** The import that was started last, until another file is chosen. */
  const [started, setStarted] = useState<OperationView | null>(null);
  const [choices, setChoices] = useKeptState('import-choices', NO_CHOICES);
  const input = useRef<HTMLInputElement>(null);
  const dryRun = useDryRun();
  const reset = () => {
    setFile(undefined);
    setReport(undefined);
    setStarted(null);
    setChoices(NO_CHOICES);
    dryRun.reset();
  };
  const start = useImport(({ operation }) => {
    reset();
    setStarted(operation);
  });
  const part = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(part);
  const checkFile = (chosen: File, next: TableChoices) => {
    setChoices(next);
    dryRun.mutate({ file: chosen, choices: next }, { onSuccess: (answer) => setReport(answer.report) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file that was kept is checked once
  useEffect(() => {
    if (file) checkFile(file, choices);
  }, []);
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile(chosen);
    setReport(undefined);
    setStarted(null);
    checkFile(chosen, NO_CHOICES);
  };
  const isOver = useDroppedFiles((files) => {
    if (files.length > 1) notifyError(strings.several);
    else if (start.isPending) notifyError(strings.starting);
    else choose(files[0]);
  });

  return (
    <Panel title={strings.section}>
      <p className={styles.text}>{strings.text}</p>
      <p className="visually-hidden" role="status">
        {report && dryRun.isSuccess && spokenReport(report)}
      </p>
      <RunningImport started={started} />
      <div ref={part} {...keptFocus}>
        {report === undefined && (
          <div className={styles.drop} data-over={isOver || undefined}>
            <input
              ref={input}
              type="file"
              accept=".zip,.json,.md,.markdown,.csv,.tsv,.txt,.text"
              aria-label={strings.choose}
              className="visually-hidden"
              tabIndex={-1}
              onChange={({ target }) => {
                choose(target.files?.[0]);
                // Browsers do not report a file that is chosen again, for example after it was corrected.
                target.value = '';
              }}
            />
            <Status>
              {dryRun.isPending && (
                <p className={styles.reading}>
                  <Spinner /> {strings.reading}
                </p>
              )}
            </Status>
            {!dryRun.isPending && (
              <>
                <Button onClick={() => input.current?.click()}>{strings.choose}</Button>
                <p className={`${styles.dropHint} secondary`}>{strings.drop}</p>
              </>
            )}
          </div>
        )}
        {report && file && (
          <FileReport
            name={file.name}
            report={report}
            isStarting={start.isPending}
            isReading={dryRun.isPending}
            isChecked={dryRun.isSuccess}
            onStart={() => start.mutate({ file, choices })}
            onOther={reset}
          >
            {report.table && (
              <TableOptions table={report.table} chosen={choices} onChoose={(next) => checkFile(file, next)} />
            )}
          </FileReport>
        )}
      </div>
      {dryRun.error && (
        <p className={styles.error} role="alert">
          {failureOf(dryRun.error, strings.unreadable)}
        </p>
      )}
      <ImportedFiles />
    </Panel>
  );
}
