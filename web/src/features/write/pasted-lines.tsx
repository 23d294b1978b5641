import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { usePassFocusToText } from '../../ui/pass-focus.ts';
import styles from './draft-notice.module.css';
import { writeStrings } from './strings.ts';

type PastedLinesProps = { lines: number; busy: boolean; onSplit: () => void; onKeep: () => void };

/** Offers to make an anecdote of each line that was pasted. */
export function PastedLines({ lines, busy, onSplit, onKeep }: PastedLinesProps) {
  const notice = useRef<HTMLDivElement>(null);
  usePassFocusToText(notice);
  return (
    <div ref={notice} className={styles.notice}>
      <span>{writeStrings.pasted(lines)}</span>
      <span className="row">
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={onKeep}>
          {writeStrings.keepAsOne}
        </Button>
        <Button variant="quiet" onClick={onSplit} busy={busy}>
          {writeStrings.makeOneEach(lines)}
        </Button>
      </span>
    </div>
  );
}
