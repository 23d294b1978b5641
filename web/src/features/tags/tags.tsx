import { limits, type Tag } from '@anecdotes/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { reasonOf } from '../../lib/api.ts';
import { strings as shared } from '../../lib/strings.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { whenNear } from '../../lib/when-near.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeletons } from '../../ui/skeletons.tsx';
import { Status } from '../../ui/status.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { RecentChanges, RunningChange } from './changes.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type TagSort, tagListQuery, tagSorts } from './queries.ts';
import { RenameDialog, type Renaming } from './rename-dialog.tsx';
import { tagStrings as strings } from './strings.ts';
import { type TagAction, TagRow } from './tag-row.tsx';
import styles from './tags.module.css';

const SEARCH_DELAY_MS = 250;
const sorts = tagSorts.map((sort) => [sort, strings.sorts[sort]] as const);

type TagsProps = {
  /** The search term in the address. */
  searched: string;
  /** Called with the search term once the person has stopped typing. */
  onSearch: (term: string) => void;
  sort: TagSort;
  onSort: (sort: TagSort) => void;
};

/** The screen of the person's tags: search, rename, merge, delete. */
export function Tags({ searched, onSearch, sort, onSort }: TagsProps) {
  const [typed, setTyped] = useState(searched);
  const asked = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  useEffect(() => onSearch(asked), [asked, onSearch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a link or Back has changed it, not while typing
  useEffect(() => {
    if (searched !== asked && typed.trim() === asked) setTyped(searched);
  }, [searched]);
  const asOf = useAsOf();
  const isPast = asOf !== undefined;
  const query = useInfiniteQuery({ ...tagListQuery(asked, sort, asOf), placeholderData: keepPreviousData });
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query;
  const [renaming, setRenaming] = useState<Renaming>();
  const [deleting, setDeleting] = useState<Tag>();
  const tags = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const act = useCallback((action: TagAction, tag: Tag) => {
    if (action === 'remove') setDeleting(tag);
    else setRenaming({ tag, how: action });
  }, []);
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(list);
  const total = data?.pages.at(-1)?.totalCount ?? 0;
  const isLoading = data === undefined && error === null;
  const isEmpty = data !== undefined && total === 0;

  return (
    <div className={styles.screen}>
      <ScreenHeader title={shared.common.tags} {...(asOf === undefined && { lead: strings.lead })} />
      <div>
        {!isPast && <RunningChange />}
        {!(isEmpty && asked === '') && (
          <div className={styles.controls}>
            <TextField
              label={strings.search}
              type="search"
              autoCapitalize="none"
              autoComplete="off"
              maxLength={limits.searchTerm}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <SegmentedControl label={strings.sort} value={sort} options={sorts} onChange={onSort} />
          </div>
        )}
      </div>
      <section {...keptFocus}>
        <Status>
          {data && !isEmpty && (
            <p className={`${styles.total} secondary tabular`}>
              {asked === '' ? strings.count(total) : strings.found(total)}
            </p>
          )}
          {isEmpty && asked !== '' && (
            <EmptyState title={strings.noneTitle}>
              <Button onClick={() => setTyped('')}>{strings.showAll}</Button>
            </EmptyState>
          )}
        </Status>
        {data && !isEmpty && (
          <ul ref={list} aria-label={strings.list}>
            {tags.map((tag) => (
              <TagRow key={tag.name} tag={tag} onAction={isPast ? undefined : act} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <LoadMore
            failed={isFetchNextPageError}
            busy={isFetching}
            key={tags.length}
            onLoad={() => void fetchNextPage()}
          />
        )}
        {isLoading && <Skeletons text={strings.loading} />}
      </section>
      {isEmpty && asked === '' && <EmptyState title={strings.emptyTitle} text={strings.emptyText} />}
      {!data && error && (
        <EmptyState title={reasonOf(error, strings.loadFailed)} alert>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {shared.errors.retry}
          </Button>
        </EmptyState>
      )}
      {!isPast && (
        <>
          {/* After the list, which would move it. */}
          {!isLoading && <RecentChanges />}
          <RenameDialog
            renaming={renaming}
            // A form that was cancelled while it was sent does not close the dialog of another tag.
            onClose={() => setRenaming((shown) => (shown === renaming ? undefined : shown))}
          />
          <DeleteDialog tag={deleting} onClose={() => setDeleting(undefined)} />
        </>
      )}
    </div>
  );
}

/** A button that loads more when it is pressed, and once by itself when it is near the window. */
function LoadMore({ failed, busy, onLoad }: { failed: boolean; busy: boolean; onLoad: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => (end.current ? whenNear(end.current, '600px', load) : undefined), []);
  return (
    <div ref={end} className={`${styles.more} row`}>
      {failed && <p role="alert">{strings.moreFailed}</p>}
      <Button busy={busy} onClick={onLoad}>
        {strings.showMore}
      </Button>
    </div>
  );
}
