import { Tooltip } from '@base-ui/react/tooltip';
import type { RefObject } from 'react';
import { AnecdoteTip } from '../../anecdote/anecdote-tip.tsx';
import floating from '../../ui/floating.module.css';
import styles from './diagram.module.css';
import type { Dot } from './dot.ts';

type DotTooltipProps = { tooltip: Tooltip.Handle<Dot>; host: RefObject<HTMLElement | null> };

/** The whole text of the dot that is pointed at or focused, with its date and its tags. */
export function DotTooltip({ tooltip, host }: DotTooltipProps) {
  return (
    <Tooltip.Root handle={tooltip}>
      {({ payload }) => (
        <Tooltip.Portal container={host}>
          <Tooltip.Positioner className={floating.positioner} sideOffset={10} collisionPadding={12}>
            <Tooltip.Popup className={`${floating.popup} sheet ${styles.tooltip}`}>
              <AnecdoteTip anecdote={payload?.anecdote} />
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  );
}
