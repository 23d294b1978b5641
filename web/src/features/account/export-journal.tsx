import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './account.module.css';
import { exportJournal } from './export.ts';
import { exportSizeQuery } from './queries.ts';
import { ownAccountStrings } from './strings.ts';

const { export: strings } = ownAccountStrings;

/** Hands the journal out as a file, and shows how far that is. */
export function ExportJournal() {
  const { data: size } = useQuery(exportSizeQuery());
  const [withTrash, setWithTrash] = useState(false);
  const [withHistory, setWithHistory] = useState(false);
  const [received, setReceived] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setReceived(0);
    try {
      await exportJournal({ trash: withTrash, history: withHistory }, { signal, onProgress: setReceived });
      notify(strings.done);
    } catch (error) {
      if (!signal.aborted) notifyError(reasonOf(error, strings.failed));
    }
    setReceived(undefined);
  };

  return (
    <>
      <p className={styles.text}>{strings.text}</p>
      <Switch {...strings.trash} isOn={withTrash} onChange={setWithTrash} />
      <Switch {...strings.history} isOn={withHistory} onChange={setWithHistory} />
      <div className={styles.exporting}>
        <Button busy={received !== undefined} onClick={() => void start()}>
          {strings.button}
        </Button>
        {received === undefined ? (
          <p className="secondary tabular">
            {size && strings.size(strings.anecdotes(size.anecdotes), format.bytes(size.bytes))}
          </p>
        ) : (
          <>
            {/* The size is an estimate: the end is reached when the file is there. */}
            <progress
              aria-label={strings.progress}
              value={received}
              max={Math.max(size?.bytes ?? 0, received * 1.05, 1)}
            />
            <p className="secondary tabular">{strings.received(format.bytes(received))}</p>
            <Button variant="quiet" onClick={() => running.current?.abort()}>
              {strings.cancel}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
