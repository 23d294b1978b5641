import type { MemoriesView } from '@anecdotes/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { placeName } from '../../anecdote/place-name.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { dateOfDay, format } from '../../lib/format.ts';
import { accountId } from '../../lib/session.ts';
import { createStoredStore } from '../../lib/store.ts';
import { today } from '../../lib/today.ts';
import { truncate } from '../../lib/truncate.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './memories.module.css';
import { memoriesQuery } from './queries.ts';
import { rememberedRange } from './remembered-days.ts';
import { lookingBackStrings as strings } from './strings.ts';

const LETTERS = 140;
/** How many groups are shown at first: one line of them. */
const first = () => (matchMedia('(width > 45rem)').matches ? 3 : 1);

/** The account id and the day for which the memories were hidden on this device, such as `a1 2026-11-22`. */
const hidden = createStoredStore(
  'memories_hidden',
  (text) => text ?? '',
  (value) => value || null,
);

type MemoriesProps = {
  /** Called with the first and the last day that are to be shown, as YYYY-MM-DD. */
  onDays: (from: string, to: string) => void;
};

/** What happened on this day of earlier years, until it is hidden for today. */
export function Memories({ onDays }: MemoriesProps) {
  // Another day begins while the page stays open.
  useStore(today);
  const { data } = useQuery({ ...memoriesQuery(), placeholderData: keepPreviousData });
  // Memories that load late would push the list down while it is read. They are shown the next time instead.
  const [isInTime] = useState(data !== undefined);
  const name = `${accountId()} ${data?.date}`;
  const isHidden = useStore(hidden) === name;
  if (!data || !isInTime || isHidden || data.groups.length === 0) return null;
  return <ShownMemories {...data} onDays={onDays} onHide={() => hidden.set(name)} />;
}

type ShownMemoriesProps = MemoriesProps & Pick<MemoriesView, 'date' | 'groups'> & { onHide: () => void };

function ShownMemories({ date, groups, onDays, onHide }: ShownMemoriesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const section = useRef<HTMLElement>(null);
  useFocusAfterRemoval(section);
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(list);
  const isOnThisDay = groups.some(({ kind }) => kind === 'years');
  return (
    <section ref={section} {...keptFocus} className={styles.memories} aria-labelledby="memories">
      <header className={styles.head}>
        <h2 id="memories">{isOnThisDay ? strings.onThisDay : strings.lately}</h2>
        <IconButton label={strings.hide} title={strings.hide} onClick={onHide}>
          <CloseIcon size={14} />
        </IconButton>
      </header>
      <ul ref={list} className={styles.groups}>
        {groups.slice(0, isWhole ? groups.length : first()).map((group) => (
          <Memory key={group.date} group={group} onMore={() => onDays(...rememberedRange(date, group))} />
        ))}
      </ul>
      {!isWhole && groups.length > first() && (
        <Button variant="quiet" className={styles.all} onClick={() => setIsWhole(true)}>
          {isOnThisDay ? strings.all(groups.length) : strings.showMore}
        </Button>
      )}
    </section>
  );
}

type MemoryProps = { group: MemoriesView['groups'][number]; onMore: () => void };

function Memory({ group: { kind, ago, date, anecdotes, total }, onMore }: MemoryProps) {
  const [anecdote] = anecdotes;
  if (!anecdote) return null;
  const place = placeName(anecdote);
  return (
    <li className={styles.memory}>
      <p className="secondary tabular">
        <time dateTime={date} title={format.date(dateOfDay(date))}>
          {strings.ago[kind](ago)}
        </time>
        {place !== null && <span dir="auto">{` · ${truncate(place, 40)}`}</span>}
      </p>
      <Link to="/anecdotes/$id" params={{ id: anecdote.id }} className={styles.text} dir="auto">
        {truncate(plainText(anecdote.description), LETTERS)}
      </Link>
      {total > 1 && (
        <button type="button" className={`${styles.more} secondary`} onClick={onMore}>
          {strings.more(total - 1)}
        </button>
      )}
    </li>
  );
}
