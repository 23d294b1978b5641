import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import { tagColour } from '../../lib/tag-colour.ts';
import { Tag } from '../../ui/tag.tsx';
import { HeatStrip } from './heat-strip.tsx';
import styles from './overview.module.css';
import { statisticsQuery } from './queries.ts';

const TOP = 5;

/** Three figures, the year as a heat strip, and the tags used most. */
export function Overview({ onTag }: { onTag: (tag: string) => void }) {
  const { data, error } = useQuery(statisticsQuery());
  return (
    <section className={styles.overview}>
      <dl className={styles.figures}>
        <Figure name={strings.overview.total} value={data?.total_anecdotes} />
        <Figure name={strings.overview.week} value={data?.this_week} />
        <Figure name={strings.overview.tags} value={data?.unique_tags} />
      </dl>
      <HeatStrip days={data?.days ?? []} />
      {!data && error && (
        <p className={styles.top} role="alert">
          {strings.overview.failed}
        </p>
      )}
      {(data ? data.top_tags.length > 0 : !error) && (
        <div className={styles.top}>
          <h2 className="hidden">{strings.overview.topTags}</h2>
          <TopTags tags={data?.top_tags.slice(0, TOP) ?? []} onTag={onTag} />
        </div>
      )}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className="numbers">{value === undefined ? '–' : format.number(value)}</dd>
    </div>
  );
}

type TopTagsProps = { tags: readonly { name: string; count: number }[]; onTag: (tag: string) => void };

function TopTags({ tags, onTag }: TopTagsProps) {
  const most = Math.max(...tags.map(({ count }) => count));
  return (
    <ul className={styles.bars}>
      {tags.map(({ name, count }) => (
        <li key={name}>
          <Tag name={name} title={strings.browse.filterBy(name)} onClick={() => onTag(name)} />
          <span className="numbers">{format.number(count)}</span>
          <i style={{ '--tag': tagColour(name), '--share': count / most } as CSSProperties} />
        </li>
      ))}
    </ul>
  );
}
