import type { Session } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { reasonOf } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './account.module.css';
import { useEndSessions } from './commands.ts';
import { programName } from './program-name.ts';
import { sessionsQuery } from './queries.ts';
import { ownAccountStrings } from './strings.ts';

const { sessions: strings } = ownAccountStrings;

/** How many sessions are shown at first. */
const FIRST = 10;

/** Lists the sessions of the person, with buttons that end those of other browsers. */
export function Sessions({ isGuest }: { isGuest: boolean }) {
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsQuery());
  const end = useEndSessions();
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(list);
  const listed = sessions ?? [];
  const others = listed.filter(({ is_current }) => !is_current);
  return (
    <section {...keptFocus} className={styles.section}>
      <h2>{strings.title}</h2>
      {isGuest && <p className={styles.text}>{strings.guestText}</p>}
      {!sessions && error && (
        <>
          <NoticeLine notice={{ kind: 'failed', text: reasonOf(error, strings.failed) }} />
          <Button className={styles.wide} busy={isFetching} onClick={() => void refetch()}>
            {shared.errors.retry}
          </Button>
        </>
      )}
      <ul ref={list} className={styles.sessions}>
        {listed.slice(0, isWhole ? listed.length : FIRST).map((session) => (
          <Line
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables.ids.includes(session.id)}
            onEnd={() => end.mutate({ ids: [session.id], done: strings.ended })}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div className={`${styles.buttons} row`}>
          {!isWhole && listed.length > FIRST && (
            <Button onClick={() => setIsWhole(true)}>{strings.all(listed.length)}</Button>
          )}
          <Button
            busy={end.isPending}
            onClick={() => end.mutate({ ids: others.map(({ id }) => id), done: strings.endedOthers })}
          >
            {strings.endOthers}
          </Button>
        </div>
      )}
    </section>
  );
}

function Line({ session, isEnding, onEnd }: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const line = useRef<HTMLLIElement>(null);
  useFocusAfterRemoval(line);
  const name = deviceName(session);
  const since = format.moment(new Date(session.created_at));
  return (
    <li ref={line}>
      <p>
        <strong>{name}</strong>
        {session.is_current && <span className={styles.current}>{strings.current}</span>}
      </p>
      <p className={`${styles.since} secondary tabular`}>{strings.since(since)}</p>
      {!session.is_current && (
        <Button aria-label={strings.endNamed(name, since)} busy={isEnding} onClick={onEnd}>
          {strings.end}
        </Button>
      )}
    </li>
  );
}

function deviceName({ user_agent }: Session): string {
  if (user_agent === null) return strings.unknown;
  const { program, system } = programName(user_agent);
  return system === undefined ? program : strings.program(program, system);
}
