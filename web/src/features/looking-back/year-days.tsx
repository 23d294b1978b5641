import type { DaysView } from '@anecdotes/contracts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { heatLevel } from '../../anecdote/heat-level.ts';
import { dateOfDay, format, isoDay } from '../../lib/format.ts';
import styles from './calendar.module.css';
import { stepFrom, weeksOf } from './calendar-months.ts';
import { lookingBackStrings as strings } from './strings.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
/** Monday to Sunday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, index) => dateOfDay(`2024-01-0${index + 1}`));

type YearDaysProps = Pick<DaysView, 'year' | 'days'> & { onDay: (day: string) => void };

/** The months of a year; a day with anecdotes is a button, darker the more there are. Arrow keys move between them. */
export function YearDays({ year, days, onDay }: YearDaysProps) {
  const root = useRef<HTMLElement>(null);
  const [active, setActive] = useState<string>();
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const daysWithAnecdotes = days.map(({ day }) => day);
  const current = active !== undefined && counts.has(active) ? active : daysWithAnecdotes.at(-1);
  const today = isoDay(new Date());
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepFrom(daysWithAnecdotes, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    root.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const cell = (day: string | undefined) => {
    if (day === undefined) return null;
    const count = counts.get(day);
    const number = format.number(Number(day.slice(8)));
    if (count === undefined) return <span data-today={day === today || undefined}>{number}</span>;
    return (
      <button
        type="button"
        data-day={day}
        data-level={heatLevel(count)}
        data-today={day === today || undefined}
        tabIndex={day === current ? 0 : -1}
        aria-label={strings.dayCount(format.date(dateOfDay(day)), count)}
        title={strings.dayCount(format.date(dateOfDay(day)), count)}
        onFocus={() => setActive(day)}
        onClick={() => onDay(day)}
      >
        {number}
      </button>
    );
  };
  return (
    <section ref={root} className={styles.months} aria-label={strings.days(year)} onKeyDown={press}>
      {MONTHS.map((month) => {
        const weeks = weeksOf(year, month);
        const [first] = weeks.flat().filter((day) => day !== undefined);
        const isEmpty = weeks.flat().every((day) => day === undefined || !counts.has(day));
        return (
          <table key={month} className={styles.month} data-empty={isEmpty || undefined}>
            <caption>{first && format.month(dateOfDay(first))}</caption>
            <thead>
              <tr>
                {WEEKDAYS.map((day) => (
                  <th key={day.getDay()} scope="col" aria-label={format.weekdayName(day)}>
                    {format.weekdayLetter(day)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week.find(Boolean)}>
                  {week.map((day, weekday) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a week has seven places
                    <td key={weekday}>{cell(day)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </section>
  );
}
