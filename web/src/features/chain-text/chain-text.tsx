import type { AnecdoteView } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useMemo } from 'react';
import { NotLoaded } from '../../anecdote/not-loaded.tsx';
import { plainText } from '../../anecdote/plain-text.ts';
import { RenderedText } from '../../anecdote/rendered-text.tsx';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { printPage } from '../../lib/printing.ts';
import { strings as common } from '../../lib/strings.ts';
import { truncate } from '../../lib/truncate.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { BackIcon, PrintIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './chain-text.module.css';
import { type Passage, passagesOf } from './passages.ts';
import { type WholeChain, wholeChainQuery } from './queries.ts';
import { chainTextStrings as strings } from './strings.ts';

const TITLE_LETTERS = 60;
const FROM_LETTERS = 50;
/** Nested branches are indented by at most this many levels. */
const MOST_LEVELS = 3;

/** The chain of the anecdote `id` from its beginning, shown as one text. */
export function ChainText({ id }: { id: string }) {
  // The route has just asked for it.
  const { data, error, refetch } = useQuery({ ...wholeChainQuery(id), retryOnMount: false });
  if (data && !isMissing(error)) return <Chain id={id} {...data} />;
  if (!error) {
    return (
      <p className={styles.loading} role="status">
        {strings.loading}
      </p>
    );
  }
  return <NotLoaded error={error} strings={strings} heading="h1" onRetry={() => void refetch()} />;
}

function Chain({ id, anecdotes, total }: WholeChain & { id: string }) {
  const passages = useMemo(() => passagesOf(anecdotes), [anecdotes]);
  const times = anecdotes.map(({ timestamp }) => Date.parse(timestamp));
  const first = passages[0]?.anecdotes[0];
  const branches = passages.filter(({ branch }) => branch).length;
  return (
    <article className={styles.chain}>
      <PageTitle>{strings.pageTitle(truncate(plainText(first?.description ?? ''), TITLE_LETTERS))}</PageTitle>
      <div className={`${styles.bar} row unprinted`}>
        <Link to="/anecdotes/$id" params={{ id }} className={buttonClass('quiet')}>
          <BackIcon />
          {strings.back}
        </Link>
        <Button variant="quiet" onClick={() => void printPage()}>
          <PrintIcon />
          {common.common.print}
        </Button>
      </div>
      <header>
        <h1 className={styles.title}>{strings.days(new Date(Math.min(...times)), new Date(Math.max(...times)))}</h1>
        <p className="secondary tabular">{strings.figures(anecdotes.length, branches)}</p>
        {anecdotes.length < total && <p className="secondary">{strings.cut(anecdotes.length, total)}</p>}
      </header>
      {passages.map((passage) => (
        <PassageText key={passage.anecdotes[0]?.id} {...passage} here={id} />
      ))}
    </article>
  );
}

function PassageText({ branch, isCutOff, level, anecdotes, here }: Passage & { here: string }) {
  const style = { '--level': Math.min(level, MOST_LEVELS) } as CSSProperties;
  return (
    <section className={styles.passage} style={style}>
      {branch ? (
        <header className={`${styles.branch} bead`}>
          <h2>{strings.branch(branch.at, branch.of)}</h2>
          <p className="secondary">
            {branch.from ? (
              <a href={`#${branch.from.id}`} className={styles.link}>
                {fromText(branch.from)}
              </a>
            ) : (
              strings.fromDeleted
            )}
          </p>
        </header>
      ) : (
        isCutOff && <p className={styles.gone}>{anecdoteStrings.deleted}</p>
      )}
      {anecdotes.map(({ id, description, timestamp }) => (
        <div key={id} id={id} className={styles.part} aria-current={id === here ? 'true' : undefined}>
          <p className="secondary tabular">
            <Link to="/anecdotes/$id" params={{ id }} className={styles.link}>
              <time dateTime={timestamp}>{format.moment(new Date(timestamp))}</time>
            </Link>
          </p>
          <RenderedText text={description} />
        </div>
      ))}
    </section>
  );
}

function fromText({ description }: AnecdoteView): string {
  return strings.from(truncate(plainText(description), FROM_LETTERS));
}
