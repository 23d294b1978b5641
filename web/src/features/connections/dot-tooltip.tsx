import { Tooltip } from '@base-ui/react/tooltip';
import type { RefObject } from 'react';
import { Tag } from '../../anecdote/tag.tsx';
import { format } from '../../lib/format.ts';
import floating from '../../ui/floating.module.css';
import styles from './diagram.module.css';
import type { Dot } from './layout.ts';

type DotTooltipProps = { tooltip: Tooltip.Handle<Dot>; host: RefObject<HTMLElement | null> };

/** The whole text of the dot that is pointed at or focused, with its date and its tags. */
export function DotTooltip({ tooltip, host }: DotTooltipProps) {
  return (
    <Tooltip.Root handle={tooltip}>
      {({ payload }) => (
        <Tooltip.Portal container={host}>
          <Tooltip.Positioner className={floating.positioner} sideOffset={10} collisionPadding={12}>
            <Tooltip.Popup className={`${floating.popup} sheet ${styles.tooltip}`}>
              {payload && (
                <>
                  <p dir="auto" className={styles.whole}>
                    {payload.anecdote.description}
                  </p>
                  <p className="secondary tabular">{format.full(new Date(payload.anecdote.timestamp))}</p>
                  {payload.anecdote.tags.length > 0 && (
                    <p className={styles.allTags}>
                      {payload.anecdote.tags.map((tag) => (
                        <Tag key={tag} name={tag} />
                      ))}
                    </p>
                  )}
                </>
              )}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  );
}
