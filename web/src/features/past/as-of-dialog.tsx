import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { isoDay, isoTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './past.module.css';
import { pastStrings as strings } from './strings.ts';

/** Asks for a date and a time, and shows the journal as it was then. */
export function AsOfDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={strings.control} text={strings.help}>
      {open && <MomentChoice onClose={onClose} />}
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

function MomentChoice({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const asOf = useAsOf();
  const now = new Date();
  const shown = asOf === undefined ? new Date(now.getTime() - DAY_MS) : new Date(asOf);
  const [day, setDay] = useState(isoDay(shown));
  const [time, setTime] = useState(isoTime(shown));
  // Without a time: the end of the day, and of today what has passed of it.
  const at = time === '' && day === isoDay(now) ? now : new Date(`${day}T${time === '' ? '23:59:59.999' : time}`);
  const isFuture = at > now;
  const show = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void navigate({ to: '.', search: (before) => ({ ...before, as_of: at.toISOString() }), resetScroll: false });
  };
  return (
    <form className={styles.choice} onSubmit={show}>
      <TextField
        label={strings.day}
        type="date"
        required
        min="0001-01-02"
        max={isoDay(now)}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <TextField
        label={strings.time}
        type="time"
        value={time}
        error={isFuture ? strings.future : undefined}
        onChange={({ target }) => setTime(target.value)}
      />
      <Button variant="accent" type="submit" disabled={isFuture || Number.isNaN(at.getTime())}>
        {strings.show}
      </Button>
    </form>
  );
}
