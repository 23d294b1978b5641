import { Tooltip } from '@base-ui/react/tooltip';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { plainText } from '../../anecdote/plain-text.ts';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import styles from './diagram.module.css';
import type { Dot } from './dot.ts';
import { connectionStrings as strings } from './strings.ts';

/** The letters of a label: two lines where there is room. CSS cuts them where there is less. */
const LETTERS = 60;
const TAG_LETTERS = 24;
const TAGS = 2;
const SPOKEN = 100;

type DiagramDotProps = {
  dot: Dot;
  tooltip: Tooltip.Handle<Dot>;
  /** True for the one dot that Tab reaches. */
  isStop: boolean;
  onActive: (isActive: boolean) => void;
};

/** An anecdote as a dot, larger with more content, with the beginning of its text and its first tags. */
export function DiagramDot({ dot, tooltip, isStop, onActive }: DiagramDotProps) {
  const { anecdote, layer, column, row, weight } = dot;
  const { id, description, tags, timestamp } = anecdote;
  const style = {
    '--column': column,
    '--row': row,
    '--size': `${10 + weight / 8}px`,
    '--tag': tagColour(tags[0]),
  } as CSSProperties;
  const whole = strings.dot(
    strings.layers[layer],
    truncate(plainText(description), SPOKEN),
    format.full(new Date(timestamp)),
    tags,
  );
  return (
    <Tooltip.Trigger
      handle={tooltip}
      payload={dot}
      closeOnClick={false}
      render={<Link to="/anecdotes/$id" params={{ id }} />}
      className={styles.dot}
      style={style}
      aria-current={layer === 'current' ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      data-dot={id}
      data-layer={layer}
      onFocus={() => onActive(true)}
      onBlur={() => onActive(false)}
      onMouseEnter={() => onActive(true)}
      onMouseLeave={({ currentTarget }) => onActive(currentTarget === document.activeElement)}
    >
      <span className={styles.point} />
      <span dir="auto" className={styles.label}>
        {truncate(plainText(description), LETTERS)}
      </span>
      {tags.length > 0 && (
        <span className={styles.tags}>
          {tags
            .slice(0, TAGS)
            .map((tag) => truncate(tag, TAG_LETTERS))
            .join(' · ')}
        </span>
      )}
      <span className="visually-hidden">{whole}</span>
    </Tooltip.Trigger>
  );
}
