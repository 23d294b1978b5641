import type { Tag } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, memo } from 'react';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { format } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { EditIcon, MergeIcon, RemoveIcon } from '../../ui/icons.tsx';
import { tagStrings as strings } from './strings.ts';
import styles from './tags.module.css';

/** What can be done with a tag. */
export type TagAction = 'rename' | 'merge' | 'remove';

const actions = [
  ['rename', EditIcon],
  ['merge', MergeIcon],
  ['remove', RemoveIcon],
] as const;

/** Without `onAction` the row is read-only. */
type TagRowProps = { tag: Tag; onAction: ((action: TagAction, tag: Tag) => void) | undefined };

/** One tag: its colour and name, its number of anecdotes, its last use, and buttons for its actions. */
export const TagRow = memo(function TagRow({ tag, onAction }: TagRowProps) {
  const { name, count, lastUsed } = tag;
  return (
    <li className={styles.row} style={{ '--tag': tagColour(name) } as CSSProperties}>
      <div className={styles.text}>
        <Link to="/dashboard" search={{ tags: [name] }} className={styles.name} title={strings.show(name)}>
          {name}
        </Link>
        <span className={`${styles.facts} secondary tabular`}>
          <span>{strings.anecdotes(count)}</span>
          <span>
            <span className={styles.lastUsed}>{strings.lastUsed} </span>
            {format.date(new Date(lastUsed))}
          </span>
        </span>
      </div>
      {onAction && (
        <span className={`${styles.actions} unprinted`}>
          {actions.map(([action, Icon]) => (
            <IconButton
              key={action}
              label={strings.named(strings[action], name)}
              title={strings[action]}
              onClick={() => onAction(action, tag)}
            >
              <Icon />
            </IconButton>
          ))}
        </span>
      )}
    </li>
  );
});
