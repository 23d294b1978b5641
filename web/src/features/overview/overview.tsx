import type { Statistics } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { format } from '../../lib/format.ts';
import { FoldIcon } from '../../ui/icons.tsx';
import { LifeStrip } from './life-strip.tsx';
import styles from './overview.module.css';
import { statisticsQuery } from './queries.ts';
import { overviewStrings } from './strings.ts';
import { useOverviewOpen } from './use-overview-open.ts';

const noDays: Statistics['days'] = [];

type OverviewProps = {
  /** True while a search is active. */
  searching: boolean;
  onTag: (tag: string) => void;
  /** Called with a day as YYYY-MM-DD. */
  onDay: (day: string) => void;
};

/** Three figures, a year as a heat strip, and the most used tags. All of it can be folded into one line. */
export function Overview({ searching, onTag, onDay }: OverviewProps) {
  const { data, error } = useQuery(statisticsQuery(useAsOf()));
  const failed = !data && error !== null;
  const [isOpen, toggle] = useOverviewOpen(searching);
  return (
    <section className={styles.overview}>
      <button
        type="button"
        className={`${styles.fold} secondary`}
        aria-expanded={isOpen}
        aria-controls="figures"
        onClick={toggle}
      >
        <span className="visually-hidden">{overviewStrings.title}</span>
        {!isOpen && data && (
          <span className="tabular">{overviewStrings.summary(data.total_anecdotes, data.this_week)}</span>
        )}
        <FoldIcon size={16} />
      </button>
      {failed && <p role="alert">{overviewStrings.failed}</p>}
      <div id="figures" className={styles.whole} hidden={!isOpen}>
        {isOpen && !failed && <OverviewContent data={data} onTag={onTag} onDay={onDay} />}
      </div>
    </section>
  );
}

type OverviewContentProps = Pick<OverviewProps, 'onTag' | 'onDay'> & { data: Statistics | undefined };

function OverviewContent({ data, onTag, onDay }: OverviewContentProps) {
  return (
    <>
      <dl className={styles.figures}>
        <Figure name={overviewStrings.total} value={data?.total_anecdotes} />
        <Figure name={overviewStrings.week} value={data?.this_week} />
        <Figure name={overviewStrings.tags} value={data?.unique_tags} />
      </dl>
      <LifeStrip days={data?.days ?? noDays} onDay={onDay} />
      {data?.top_tags.length !== 0 && (
        <div className={styles.top}>
          <h2 className="visually-hidden">{overviewStrings.topTags}</h2>
          <TopTags tags={data?.top_tags ?? []} onTag={onTag} />
          <Link to="/tags" className={`${styles.allTags} secondary`}>
            {overviewStrings.allTags}
          </Link>
        </div>
      )}
    </>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className={styles.figure}>
      <dt className="secondary">{name}</dt>
      <dd className="tabular">{value === undefined ? '–' : format.number(value)}</dd>
    </div>
  );
}

type TopTagsProps = { tags: readonly { name: string; count: number }[]; onTag: (tag: string) => void };

function TopTags({ tags, onTag }: TopTagsProps) {
  const most = Math.max(...tags.map(({ count }) => count));
  return (
    <ul className={styles.bars}>
      {tags.map(({ name, count }) => (
        <li key={name} className="secondary">
          <Tag name={name} title={anecdoteStrings.filterBy(name)} onClick={() => onTag(name)} />
          <span className="tabular">{format.number(count)}</span>
          <i style={{ '--tag': tagColour(name), '--share': count / most } as CSSProperties} />
        </li>
      ))}
    </ul>
  );
}
