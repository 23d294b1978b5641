import type { AnecdoteView } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { ActionBar } from '../../anecdote/action-bar.tsx';
import { useAsOf } from '../../anecdote/as-of.ts';
import { anecdotesOf, stepsFrom } from '../../anecdote/chain-steps.ts';
import { useIsDeleted } from '../../anecdote/deleted.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { anecdoteQuery, branchesQuery, connectionsQuery } from '../../anecdote/queries.ts';
import { RenderedText } from '../../anecdote/rendered-text.tsx';
import { SameHereCount } from '../../anecdote/same-here-count.tsx';
import { AnecdoteSkeletons } from '../../anecdote/skeletons.tsx';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { useAnecdoteActions } from '../../anecdote/use-anecdote-actions.ts';
import { isMissing } from '../../lib/api.ts';
import { printPage } from '../../lib/printing.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { strings } from '../../lib/strings.ts';
import { truncate } from '../../lib/truncate.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { BackIcon, PrintIcon, SealIcon, ShareIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { ChainLinks } from './chain-links.tsx';
import { Erase } from './erase.tsx';
import { Deleted, NotShown } from './not-shown.tsx';
import { saveProof } from './proof.ts';
import styles from './read.module.css';
import { shareAddress } from './share.ts';
import { readStrings } from './strings.ts';
import { When } from './when.tsx';
import { Where } from './where.tsx';

const TITLE_LETTERS = 60;

type ReadProps = {
  id: string;
  onTag: (tag: string) => void;
  /** Shown below everything else. */
  changes: ReactNode;
  /** Leaves the screen after the anecdote was erased. Without it, erasing is not offered. */
  onErased?: (() => Promise<void>) | undefined;
};

/** The screen of one anecdote, with all of its fields and its chain, and all actions on it. */
export function Read({ id, onTag, changes, onErased }: ReadProps) {
  const asOf = useAsOf();
  // The route has just asked for it.
  const { data, error, refetch } = useQuery({ ...anecdoteQuery(id, asOf), retryOnMount: false });
  const isDeleted = useIsDeleted(id, data?.revision);
  const erasure = onErased && <Erase id={id} onErased={onErased} />;
  if (isDeleted && asOf === undefined) return <Deleted id={id}>{erasure}</Deleted>;
  if (error && (isMissing(error) || !data)) {
    return (
      <NotShown id={id} error={error} onRetry={() => void refetch()}>
        {erasure}
      </NotShown>
    );
  }
  if (!data) return <AnecdoteSkeletons view="timeline" />;
  return (
    <Anecdote anecdote={data} onTag={onTag}>
      {asOf === undefined && (
        <div className={styles.rest}>
          {changes}
          <div className={`${styles.foot} row unprinted`}>
            <Button variant="quiet" title={readStrings.proofHint} onClick={() => void saveProof(id)}>
              <SealIcon />
              {readStrings.proof}
            </Button>
            {erasure}
          </div>
        </div>
      )}
    </Anecdote>
  );
}

type AnecdoteProps = { anecdote: AnecdoteView; onTag: ReadProps['onTag']; children: ReactNode };

function Anecdote({ anecdote, onTag, children }: AnecdoteProps) {
  const { id, description, tags, connected_to, location, coordinates } = anecdote;
  const asOf = useAsOf();
  const isPast = asOf !== undefined;
  const article = useRef<HTMLElement>(null);
  useFocusAfterRemoval(article);
  const { data: connections, isError, refetch } = useQuery(connectionsQuery(id, { as_of: asOf }));
  const actions = useAnecdoteActions();
  const navigate = useNavigate();
  const { data: beside } = useQuery({ ...branchesQuery(connected_to ?? '', asOf), enabled: connected_to !== null });
  const steps = stepsFrom(id, [...anecdotesOf(connections), ...anecdotesOf(beside), anecdote]);
  const goTo = (other: AnecdoteView | undefined) => {
    if (other) void navigate({ to: '/anecdotes/$id', params: { id: other.id } });
  };
  useShortcuts({
    j: () => goTo(steps.next),
    k: () => goTo(steps.previous),
    b: () => goTo(steps.branch?.next),
    ...(!isPast && {
      e: () => actions.edit(anecdote),
      s: () => actions.sameHere(anecdote),
      c: () => actions.connect(anecdote),
    }),
  });
  const isLinked = connected_to !== null || steps.next !== undefined;
  const isOnMap = coordinates !== null;
  return (
    <article ref={article} className={`${styles.anecdote} ${isOnMap ? styles.placed : ''}`}>
      <PageTitle>{truncate(plainText(description), TITLE_LETTERS)}</PageTitle>
      <div className={`${styles.bar} row unprinted`}>
        <Link to="/dashboard" className={buttonClass('quiet')}>
          <BackIcon />
          {anecdoteStrings.backToAll}
        </Link>
        <Button variant="quiet" onClick={() => void shareAddress()}>
          <ShareIcon />
          {readStrings.share}
        </Button>
        <Button variant="quiet" onClick={() => void printPage()}>
          <PrintIcon />
          {strings.common.print}
        </Button>
      </div>
      <When {...anecdote}>{location !== null && !isOnMap && <Where anecdote={anecdote} />}</When>
      <div className={styles.main}>
        <RenderedText text={description} />
        {tags.length > 0 && (
          <ul className={`${styles.tags} row`} aria-label={readStrings.tags}>
            {tags.map((tag) => (
              <li key={tag}>
                <Tag name={tag} title={anecdoteStrings.filterBy(tag)} onClick={() => onTag(tag)} />
              </li>
            ))}
          </ul>
        )}
        {(!isPast || anecdote.reaction_count > 0) && (
          <div className={`${styles.actions} row unprinted`}>
            {!isPast && <ActionBar anecdote={anecdote} linked={isLinked} actions={actions} />}
            <SameHereCount {...anecdote} />
          </div>
        )}
      </div>
      {isOnMap && <Where anecdote={anecdote} />}
      {isLinked && (
        <ChainLinks connections={connections} steps={steps} failed={isError} onRetry={() => void refetch()} />
      )}
      {children}
    </article>
  );
}
