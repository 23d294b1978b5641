import { limits } from '@anecdotes/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AriaAttributes, useEffect, useId, useState } from 'react';
import { periods } from '../../anecdote/date-range.ts';
import { type Filter, noFilter, quickTags, toggleTag } from '../../anecdote/filter.ts';
import { tagsQuery } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { format } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessage, TextField } from '../../ui/field.tsx';
import styles from './controls.module.css';
import { browseStrings } from './strings.ts';

type FilterPanelProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Applies a filter in which the pressed tag is missing, and which does not show that tag any more. */
  onClear: (filter: Filter) => void;
};

const SEARCH_DELAY_MS = 300;
const quickFilters = ['energy', 'problems', 'positive'] as const;

/** Quick filters, a time period and tags. */
export function FilterPanel({ filter, onFilter, onClear }: FilterPanelProps) {
  return (
    <div className={styles.filters}>
      <fieldset className={styles.group}>
        <legend className={`${styles.legend} secondary`}>{browseStrings.quickFilters}</legend>
        <div className={`${styles.options} row`}>
          {quickFilters.map((name) => (
            <Button key={name} onClick={() => onFilter({ ...noFilter, tags: quickTags[name] })}>
              {anecdoteStrings.filters.quick[name]}
            </Button>
          ))}
          <Button variant="quiet" className={styles.clear} onClick={() => onFilter(noFilter)}>
            {browseStrings.clearAll}
          </Button>
        </div>
      </fieldset>
      <Period filter={filter} onFilter={onFilter} />
      <Tags filter={filter} onFilter={onFilter} onClear={onClear} />
    </div>
  );
}

/** The person's tags, the most used first, with a search field when there are more than are shown. */
function Tags({ filter, onFilter, onClear }: FilterPanelProps) {
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const { as_of } = filter;
  const { data: all } = useQuery(tagsQuery('', as_of));
  const { data: found = all } = useQuery({ ...tagsQuery(term, as_of), placeholderData: keepPreviousData });
  if (all === undefined || found === undefined || all.totalCount === 0) return null;
  // The tags of the filter are always shown, whatever the search term.
  const others = filter.tags.filter((name) => !found.tags.some((tag) => tag.name === name));
  const tags = [...others.map((name) => ({ name, count: undefined })), ...found.tags];
  return (
    <fieldset className={`${styles.group} ${styles.tags}`}>
      <legend className={`${styles.legend} secondary`}>{browseStrings.tags}</legend>
      {all.totalCount > all.tags.length && (
        <TextField
          label={browseStrings.findTag}
          help={browseStrings.tagsFound(found.tags.length, found.totalCount)}
          type="search"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={limits.searchTerm}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className={`${styles.options} row`}>
        {tags.map(({ name, count }) => (
          <Tag
            key={name}
            name={name}
            pressed={filter.tags.includes(name)}
            onClick={() => {
              const change = count === undefined ? onClear : onFilter;
              change({ ...filter, tags: toggleTag(filter.tags, name) });
            }}
          >
            {count !== undefined && <span className="tabular">{format.number(count)}</span>}
          </Tag>
        ))}
      </div>
    </fieldset>
  );
}

function Period({ filter, onFilter }: Omit<FilterPanelProps, 'onClear'>) {
  const note = useId();
  const { from, to } = filter;
  // Days as YYYY-MM-DD sort in the order of their texts.
  const isBackwards = from !== '' && to !== '' && from > to;
  const problem = isBackwards ? { 'aria-invalid': true, 'aria-describedby': note } : {};
  return (
    <fieldset className={styles.group}>
      <legend className={`${styles.legend} secondary`}>{browseStrings.period}</legend>
      <div className={`${styles.options} row`}>
        {periods.map((period) => (
          <label key={period} className={styles.radio}>
            <input
              type="radio"
              name="period"
              checked={filter.period === period}
              onChange={() => onFilter({ ...filter, period, from: '', to: '' })}
            />
            {anecdoteStrings.filters.periods[period]}
          </label>
        ))}
      </div>
      <div className={styles.dates}>
        <DayField
          label={browseStrings.from}
          value={from}
          {...problem}
          onDay={(day) => onFilter({ ...filter, period: 'custom', from: day })}
        />
        <DayField
          label={browseStrings.to}
          value={to}
          {...problem}
          onDay={(day) => onFilter({ ...filter, period: 'custom', to: day })}
        />
      </div>
      {isBackwards && (
        <div role="alert">
          <FieldMessage id={note} error={browseStrings.backwards} />
        </div>
      )}
    </fieldset>
  );
}

type DayFieldProps = { label: string; value: string; onDay: (day: string) => void } & AriaAttributes;

/** A date field. It ignores years that begin with 0: those appear while a year is being typed. */
function DayField({ label, value, onDay, ...aria }: DayFieldProps) {
  const [typed, setTyped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value replaces what was typed
  useEffect(() => setTyped(undefined), [value]);
  return (
    <TextField
      label={label}
      type="date"
      max="9999-12-31"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (!target.value.startsWith('0')) onDay(target.value);
      }}
      onBlur={() => setTyped(undefined)}
      {...aria}
    />
  );
}
