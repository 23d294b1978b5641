import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { noFilter } from '../../anecdote/filter.ts';
import { daysQuery, monthsQuery } from '../../anecdote/queries.ts';
import { strings as common } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import field from '../../ui/field.module.css';
import styles from './calendar.module.css';
import { countsByYear } from './calendar-months.ts';
import { lookingBackStrings as strings } from './strings.ts';
import { YearChoice } from './year-choice.tsx';
import { YearDays } from './year-days.tsx';

type CalendarProps = { open: boolean; onClose: () => void };

/** A dialog to choose a day: the years of the journal, and the days of one of them, darker with more anecdotes. */
export function Calendar({ open, onClose }: CalendarProps) {
  return (
    <Dialog open={open} onClose={onClose} title={strings.calendar} wide>
      {open && <Days onClose={onClose} />}
    </Dialog>
  );
}

function Days({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<number>();
  const asOf = useAsOf();
  const { data: months, error, refetch } = useQuery(monthsQuery({ ...noFilter, as_of: asOf }));
  const years = countsByYear(months ?? []);
  const thisYear = new Date().getFullYear();
  const year = chosen ?? years.find((each) => each.year <= thisYear)?.year ?? years[0]?.year;
  const days = useQuery({ ...daysQuery(year, asOf), enabled: year !== undefined, placeholderData: keepPreviousData });
  const show = (day: string) => {
    onClose();
    void navigate({
      to: '/dashboard',
      search: (before) => ({ view: 'view' in before ? before.view : undefined, period: 'custom', from: day, to: day }),
    });
  };
  const failed = error ?? days.error;
  return (
    <div className={styles.calendar}>
      <DayField onDay={show} />
      {failed && (
        <p className={field.error} role="alert">
          {strings.failed}{' '}
          <Button onClick={() => void (error ? refetch() : days.refetch())}>{common.errors.retry}</Button>
        </p>
      )}
      {!months && !error && <p className="secondary">{strings.loading}</p>}
      {months && years.length === 0 && <p className="secondary">{strings.empty}</p>}
      {year !== undefined && <YearChoice years={years} year={year} onYear={setChosen} />}
      {days.data && <YearDays year={days.data.year} days={days.data.days} onDay={show} />}
    </div>
  );
}

/** A field that takes any day of the calendar. */
function DayField({ onDay }: { onDay: (day: string) => void }) {
  const id = useId();
  const [day, setDay] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day !== '') onDay(day);
  };
  return (
    <form className={styles.goTo} onSubmit={submit}>
      <label htmlFor={id} className={field.label}>
        {strings.goTo}
      </label>
      <input
        id={id}
        type="date"
        className={field.input}
        min="0001-01-01"
        max="9999-12-31"
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" disabled={day === ''}>
        {strings.open}
      </Button>
    </form>
  );
}
