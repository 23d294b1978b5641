import type { AnecdoteMap } from '@anecdotes/contracts';
import { type CSSProperties, useState } from 'react';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { mapTagColour } from '../../anecdote/tag-colour.ts';
import { format } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './places.module.css';
import { placeStrings as strings } from './strings.ts';

const FIRST = 10;
/** If at most this many more tags would be hidden, all are shown instead of a button. */
const FEW = 2;

type LegendProps = { tags: AnecdoteMap['tags']; onTag: (tag: string) => void };

/** The colours of the markers: the tags that come first on the anecdotes of the map, the most frequent first. */
export function Legend({ tags, onTag }: LegendProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (tags.length === 0) return null;
  const rest = tags.length > FIRST + FEW ? tags.length - FIRST : 0;
  return (
    <section className={`${styles.legend} row`} aria-label={strings.legend}>
      <ul>
        {tags.slice(0, isWhole || rest === 0 ? tags.length : FIRST).map(({ name, count }) => (
          <li key={name}>
            <button
              type="button"
              title={anecdoteStrings.filterBy(name)}
              style={{ '--tag': mapTagColour(name) } as CSSProperties}
              onClick={() => onTag(name)}
            >
              <span>{name}</span>
              <span className="tabular">{format.number(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="quiet" className="unprinted" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? strings.fewerTags : strings.moreTags(rest)}
        </Button>
      )}
    </section>
  );
}
