import { historyKinds } from '@anecdotes/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { plainText } from '../../anecdote/plain-text.ts';
import { truncate } from '../../lib/truncate.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import field from '../../ui/field.module.css';
import { TextField } from '../../ui/field.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { type Burst, burstsOf } from './bursts.ts';
import { EntryLine } from './entry-line.tsx';
import styles from './history.module.css';
import { LoadedList } from './loaded-list.tsx';
import { type ActivityFilter, activityQuery } from './queries.ts';
import { historyStrings } from './strings.ts';
import { UndoButton } from './undo.tsx';
import { changesOf } from './undo-work.ts';

const { activity: strings } = historyStrings;
const LETTERS = 120;
const MIN_LINES = 10;
const MAX_ENTRIES = 500;

type ActivityProps = { filter: ActivityFilter; onFilter: (filter: ActivityFilter) => void };

/** What happened in the journal and the account, newest first. */
export function Activity({ filter, onFilter }: ActivityProps) {
  const query = useInfiniteQuery(activityQuery(filter));
  const { data = [], hasNextPage, isFetching, error, fetchNextPage } = query;
  const bursts = burstsOf(data);
  // A page within a large operation is a single line.
  const needsMore = bursts.length < MIN_LINES && data.length < MAX_ENTRIES && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  const changes = changesOf(filter);
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <div className={styles.screen}>
      <ScreenHeader title={strings.title} lead={strings.lead} />
      <Filters filter={filter} onFilter={onFilter} />
      {changes && <UndoButton changes={changes} />}
      {query.data?.length === 0 && (
        <EmptyState title={strings.emptyTitle} {...(isFiltered && { text: strings.emptyText })} />
      )}
      <LoadedList query={query}>
        {bursts.map((burst) => (
          <ActivityEntry key={burst[0].id} burst={burst} filter={filter} onFilter={onFilter} />
        ))}
      </LoadedList>
    </div>
  );
}

function Filters({ filter, onFilter }: ActivityProps) {
  const id = useId();
  const first = useRef<HTMLSelectElement>(null);
  const { kind, from, until } = filter;
  return (
    <search className={`${styles.filters} row`}>
      <div className={field.field}>
        <label htmlFor={id}>{strings.kind}</label>
        <select
          ref={first}
          id={id}
          className={field.input}
          value={kind ?? 'all'}
          onChange={({ target }) => onFilter({ ...filter, kind: historyKinds.find((each) => each === target.value) })}
        >
          {(['all', ...historyKinds] as const).map((each) => (
            <option key={each} value={each}>
              {strings.kinds[each]}
            </option>
          ))}
        </select>
      </div>
      <Day label={strings.from} day={from} onDay={(day) => onFilter({ ...filter, from: day })} />
      <Day label={strings.until} day={until} onDay={(day) => onFilter({ ...filter, until: day })} />
      {Object.values(filter).some(Boolean) && (
        <Button
          variant="quiet"
          onClick={() => {
            onFilter({});
            // The pressed button disappears.
            first.current?.focus();
          }}
        >
          {strings.unfiltered}
        </Button>
      )}
    </search>
  );
}

/** A date field. A typed day is applied on blur or Enter, not while it is being typed. */
function Day({ label, day = '', onDay }: { label: string; day: string | undefined; onDay: (day: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = day;
  }, [day]);
  const apply = (typed: string) => typed !== day && onDay(typed);
  return (
    <TextField
      ref={input}
      label={label}
      type="date"
      min="0001-01-01"
      max="9999-12-31"
      defaultValue={day}
      onBlur={({ target }) => apply(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(currentTarget.value)}
    />
  );
}

function ActivityEntry({ burst, filter, onFilter }: ActivityProps & { burst: Burst }) {
  const [{ operation, through }] = burst;
  const key = through.key ?? null;
  return (
    <EntryLine burst={burst} subject={<Subject burst={burst} />}>
      {key && filter.key === undefined && (
        <Button variant="quiet" onClick={() => onFilter({ key: key.id })}>
          {strings.onlyKey(key.name ?? strings.unnamedKey)}
        </Button>
      )}
      {operation && filter.operation === undefined && (
        <Button variant="quiet" onClick={() => onFilter({ operation: operation.id })}>
          {strings.onlyOperation}
        </Button>
      )}
    </EntryLine>
  );
}

/** The first words of the one anecdote that changed, without Markdown markup, with a link to it. */
function Subject({ burst }: { burst: Burst }) {
  const [{ anecdote }] = burst;
  const isOne = new Set(burst.map((each) => each.anecdote?.id)).size === 1;
  const text = anecdote?.after?.description ?? anecdote?.before?.description;
  if (!anecdote || !isOne || text === undefined) return null;
  return (
    <p className={styles.text} dir="auto">
      <Link to="/anecdotes/$id" params={{ id: anecdote.id }}>
        {truncate(plainText(text), LETTERS)}
      </Link>
    </p>
  );
}
