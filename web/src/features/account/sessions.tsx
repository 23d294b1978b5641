import type { Session } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import styles from './account.module.css';
import { useEndSessions } from './commands.ts';
import { programName } from './program-name.ts';
import { sessionsQuery } from './queries.ts';
import { ownAccountStrings } from './strings.ts';

const { sessions: strings } = ownAccountStrings;

/** Lists the sessions of the person, with buttons that end them. */
export function Sessions({ isGuest }: { isGuest: boolean }) {
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsQuery());
  const end = useEndSessions();
  const others = sessions?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <section className={styles.section}>
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
      <ul className={styles.sessions}>
        {sessions?.map((session) => {
          const { id, created_at, is_current } = session;
          const since = format.moment(new Date(created_at));
          const name = deviceName(session);
          return (
            <li key={id}>
              <p>
                <strong>{name}</strong>
                {is_current && <span className={styles.current}>{strings.current}</span>}
              </p>
              <p className={`${styles.since} secondary tabular`}>{strings.since(since)}</p>
              {!is_current && (
                <Button
                  aria-label={strings.endNamed(name, since)}
                  busy={end.isPending && end.variables.ids.includes(id)}
                  onClick={() => end.mutate({ ids: [id], done: strings.ended })}
                >
                  {strings.end}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 1 && (
        <Button
          className={styles.wide}
          busy={end.isPending}
          onClick={() => end.mutate({ ids: others.map(({ id }) => id), done: strings.endedOthers })}
        >
          {strings.endOthers}
        </Button>
      )}
    </section>
  );
}

function deviceName({ user_agent }: Session): string {
  if (user_agent === null) return strings.unknown;
  const { program, system } = programName(user_agent);
  return system === undefined ? program : strings.program(program, system);
}
