import type { ImportReport } from '@anecdotes/contracts';
import type { ReactNode } from 'react';
import { plainText } from '../../anecdote/plain-text.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { Button } from '../../ui/button.tsx';
import { fileStrings as strings } from './file-strings.ts';
import styles from './import-file.module.css';

const SHOWN_LENGTH = 160;

type FileReportProps = {
  name: string;
  report: ImportReport;
  isStarting: boolean;
  /** True while the file is checked again with other columns. */
  isReading: boolean;
  /** False if the report is not about the columns that are chosen now: they are being checked, or that failed. */
  isChecked: boolean;
  onStart: () => void;
  onOther: () => void;
  children: ReactNode;
};

/** Reports what a file contains and what the import would do with it. */
export function FileReport(props: FileReportProps) {
  const { name, report, isStarting, isReading, isChecked, onStart, onOther, children } = props;
  const { preview, problems, problem_count } = report;
  const count = report.new + report.trashed;
  const isUnmapped = isUnmappedTable(report);
  const title = isUnmapped ? strings.unmapped : strings.found(report);
  return (
    <section className={styles.report} aria-label={title} aria-live="polite" aria-busy={isReading}>
      <p className={styles.file}>
        <strong>{name}</strong>
        <span className="secondary">{strings.formats[report.format]}</span>
      </p>
      <p className={styles.found}>{title}</p>
      {isUnmapped ? (
        <p>{strings.chooseColumns}</p>
      ) : count === 0 && report.entries > 0 ? (
        <p>{strings.nothing}</p>
      ) : (
        <ul className={styles.counts}>
          {strings.counts(report).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {children}
      <div className={styles.actions}>
        {count > 0 && (
          <Button variant="accent" busy={isStarting} disabled={!isChecked} onClick={onStart}>
            {isStarting ? strings.importing : strings.start(count)}
          </Button>
        )}
        <Button disabled={isStarting} onClick={onOther}>
          {strings.other}
        </Button>
      </div>
      {problem_count > 0 && !isUnmapped && (
        <details className={`${styles.problems} disclosure`}>
          <summary>{strings.problems(problem_count)}</summary>
          <ul>
            {problems.map(({ at, message }) => (
              <li key={`${at} ${message}`}>
                <code>{at}</code> {message}
              </li>
            ))}
            {problem_count > problems.length && <li>{strings.moreProblems(problem_count - problems.length)}</li>}
          </ul>
        </details>
      )}
      {preview.length > 0 && (
        <details className={`${styles.preview} disclosure`}>
          <summary>{strings.preview(preview.length)}</summary>
          <ol>
            {preview.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and nothing else tells two apart
              <li key={index}>
                <p className={styles.entry} dir="auto">
                  {truncate(plainText(entry.description), SHOWN_LENGTH)}
                </p>
                <p className="secondary">
                  {[
                    format.moment(new Date(entry.timestamp)),
                    entry.location ?? entry.coordinates?.address,
                    entry.tags.join(', '),
                    entry.is_linked && strings.linked,
                    strings.fates[entry.fate],
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** True for a table whose column of texts or dates is neither known nor chosen yet. */
function isUnmappedTable({ table }: ImportReport): boolean {
  if (table === null) return false;
  const { text, date, timestamp } = table.fields;
  return text === undefined || (date === undefined && timestamp === undefined);
}
