import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dateRangeOf } from '../../anecdote/date-range.ts';
import { type Filter, filterQuery, isFiltering } from '../../anecdote/filter.ts';
import { filterWords } from '../../anecdote/filter-words.ts';
import { download, isCancelled, reasonOf } from '../../lib/api.ts';
import { isoDay } from '../../lib/format.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './account.module.css';
import { fileSize } from './file-size.ts';
import { exportSizeQuery } from './queries.ts';
import { ownAccountStrings } from './strings.ts';

const { export: strings } = ownAccountStrings;

/** Downloads the journal, or the anecdotes that pass `filter`, as a file and shows the progress. */
export function ExportJournal({ filter }: { filter: Filter }) {
  const canFilter = isFiltering(filter);
  const [part, setPart] = useState<'all' | 'list'>('list');
  const isList = canFilter && part === 'list';
  const { period } = filter;
  // Computed once for a period: the size and the export must use the same range, also for one that ends now.
  const moving = useMemo(() => dateRangeOf(period), [period]);
  const narrowed = isList ? filterQuery(filter, moving) : {};
  const { data: size } = useQuery(exportSizeQuery(narrowed));
  const [withTrash, setWithTrash] = useState(false);
  const [withHistory, setWithHistory] = useState(false);
  const [received, setReceived] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const startButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setReceived(0);
    try {
      const more = { ...(withTrash && { trash: 'true' }), ...(withHistory && { history: 'true' }) };
      const query = isList ? narrowed : more;
      const file = await download('/export', { query, signal, onProgress: setReceived });
      saveFile(file, `anecdotes-${isoDay(new Date())}.zip`);
      notify(strings.done);
    } catch (error) {
      if (!signal.aborted && !isCancelled(error)) notifyError(reasonOf(error, strings.failed));
    }
    // It disappears, and the focus with it.
    if (cancelButton.current?.matches(':focus')) startButton.current?.focus();
    setReceived(undefined);
  };

  return (
    <>
      <p className={styles.text}>{strings.text}</p>
      {canFilter && (
        <>
          <div className={styles.wide}>
            <SegmentedControl
              label={strings.what}
              value={part}
              options={[
                ['list', strings.list],
                ['all', strings.all],
              ]}
              onChange={setPart}
              disabled={received !== undefined}
            />
          </div>
          {isList && <p className={styles.text}>{strings.passing(filterWords(filter))}</p>}
        </>
      )}
      {!isList && (
        <>
          <Switch {...strings.trash} isOn={withTrash} onChange={setWithTrash} />
          <Switch {...strings.history} isOn={withHistory} onChange={setWithHistory} />
        </>
      )}
      <div className={`${styles.exporting} row`}>
        <Button ref={startButton} busy={received !== undefined} onClick={() => void start()}>
          {strings.button}
        </Button>
        {received === undefined ? (
          <p className="secondary tabular">
            {size && strings.size(strings.anecdotes(size.anecdotes), fileSize(size.bytes))}
          </p>
        ) : (
          <>
            {/* The size is an estimate, so the maximum always stays above what was received. */}
            <progress
              aria-label={strings.progress}
              value={received}
              max={Math.max(size?.bytes ?? 0, received * 1.05, 1)}
            />
            <p className="secondary tabular">{strings.received(fileSize(received))}</p>
            <Button ref={cancelButton} variant="quiet" onClick={() => running.current?.abort()}>
              {strings.cancel}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
