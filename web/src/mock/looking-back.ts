import {
  type AnecdoteView,
  type DayParameters,
  type DaysView,
  type MemoriesView,
  type MemoryParameters,
  rememberedDays,
} from '@anecdotes/contracts';
import { counted, localDay } from './figures.ts';
import { sortBy } from './sort.ts';

const MAX_GROUPS = 10;
const MAX_OF_A_GROUP = 3;

type Anecdotes = readonly AnecdoteView[];

/** The memories of a day; by default of today at `now`. */
export function memoriesOf(
  anecdotes: Anecdotes,
  { date, time_zone = 'UTC' }: MemoryParameters,
  now: Date,
): MemoriesView {
  const day = date ?? localDay(now.toISOString(), time_zone);
  const dated = sortBy(anecdotes, 'asc', ({ timestamp, id }) => [timestamp, id]).map((anecdote) => ({
    anecdote,
    day: localDay(anecdote.timestamp, time_zone),
  }));
  const years = [...new Set(dated.map((one) => Number(one.day.slice(0, 4))))];
  const groups = rememberedDays(day, dated[0]?.day ?? day, years).flatMap(({ from, to, ...group }) => {
    const found = dated.filter((one) => one.day >= from && one.day <= to).map(({ anecdote }) => anecdote);
    return found.length === 0 ? [] : [{ ...group, anecdotes: found.slice(0, MAX_OF_A_GROUP), total: found.length }];
  });
  return { date: day, groups: groups.slice(0, MAX_GROUPS) };
}

/** The number of anecdotes on each day of a year; by default of this year at `now`. */
export function daysOfYear(anecdotes: Anecdotes, { year, time_zone = 'UTC' }: DayParameters, now: Date): DaysView {
  const chosenYear = year ?? Number(localDay(now.toISOString(), time_zone).slice(0, 4));
  const all = anecdotes.map(({ timestamp }) => localDay(timestamp, time_zone));
  const days = counted(all.filter((day) => Number(day.slice(0, 4)) === chosenYear));
  return {
    year: chosenYear,
    days: sortBy(days, 'asc', ({ name }) => [name]).map(({ name: day, count }) => ({ day, count })),
    years: [...new Set(all.map((day) => Number(day.slice(0, 4))))].sort((a, b) => b - a),
  };
}
