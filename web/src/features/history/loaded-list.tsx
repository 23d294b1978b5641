import { type ReactNode, useRef } from 'react';
import { reasonOf } from '../../lib/api.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { Skeletons } from '../../ui/skeletons.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './history.module.css';
import { historyStrings as strings } from './strings.ts';

type LoadedListProps = {
  query: {
    data: readonly unknown[] | undefined;
    error: Error | null;
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** The error message when the service cannot be reached. */
  failed?: string;
  children: ReactNode;
};

/** A list that is loaded page by page, with its loading and error states. */
export function LoadedList({ query, failed = strings.failed, children }: LoadedListProps) {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = query;
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(list);
  if (!data && !error) return <Skeletons text={strings.loading} />;
  return (
    <div {...keptFocus}>
      {data && (
        <ul ref={list} className={styles.list}>
          {children}
        </ul>
      )}
      {error && (
        <div className={`${styles.failed} row`}>
          <NoticeLine notice={{ kind: 'failed', text: reasonOf(error, failed) }} />
          <Button busy={isFetching} onClick={() => void refetch()}>
            {shared.errors.retry}
          </Button>
        </div>
      )}
      {hasNextPage && !error && (
        <Button className="unprinted" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </div>
  );
}
