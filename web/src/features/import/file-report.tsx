import type { ImportReport } from '@anecdotes/contracts';
import type { ReactNode } from 'react';
import { plainText } from '../../anecdote/plain-text.ts';
import { format } from '../../lib/format.ts';
import { joinSentences } from '../../lib/join-sentences.ts';
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
  const { preview, problems } = report;
  const count = report.new + report.trashed;
  const { title, sentence, counts, leftOut } = wordsOf(report);
  return (
    <section className={styles.report} aria-label={name} aria-busy={isReading}>
      <p className={styles.file}>
        <strong>{name}</strong>
        <span className="secondary">{strings.formats[report.format]}</span>
      </p>
      <p className={styles.found}>{title}</p>
      {sentence ? (
        <p>{sentence}</p>
      ) : (
        <ul className={styles.counts}>
          {counts.map((line) => (
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
      {leftOut && (
        <details className={`${styles.problems} disclosure`}>
          <summary>{leftOut}</summary>
          <ul>
            {problems.map(({ at, message }) => (
              <li key={`${at} ${message}`}>
                <code>{at}</code> {message}
              </li>
            ))}
            {report.problem_count > problems.length && (
              <li>{strings.moreProblems(report.problem_count - problems.length)}</li>
            )}
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

/** What a report says, in one text for screen readers. */
export function spokenReport(report: ImportReport): string {
  const { title, sentence, counts, leftOut } = wordsOf(report);
  return joinSentences(title, sentence, ...(sentence ? [] : counts), leftOut);
}

/** The texts of a report. `sentence` replaces `counts` unless it is empty; `leftOut` is empty if nothing is left out. */
function wordsOf(report: ImportReport) {
  const isUnmapped = isUnmappedTable(report);
  const isNothing = report.new + report.trashed + report.known_deleted === 0 && report.entries > 0;
  return {
    title: isUnmapped ? strings.unmapped : strings.found(report),
    sentence: isUnmapped ? strings.chooseColumns : isNothing ? strings.nothing : '',
    counts: strings.counts(report),
    leftOut: report.problem_count > 0 && !isUnmapped ? strings.problems(report.problem_count) : '',
  };
}

/** True for a table whose column of texts or dates is neither known nor chosen yet. */
function isUnmappedTable({ table }: ImportReport): boolean {
  if (table === null) return false;
  const { text, date, timestamp } = table.fields;
  return text === undefined || (date === undefined && timestamp === undefined);
}
