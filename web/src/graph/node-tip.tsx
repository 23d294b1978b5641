import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode, RefObject } from 'react';
import floating from '../ui/floating.module.css';
import styles from './graph-canvas.module.css';

export type TipAnchor = { getBoundingClientRect: () => DOMRect };

type NodeTipProps = {
  anchor: TipAnchor;
  host: RefObject<HTMLElement | null>;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
};

/** A tooltip beside a node; the pointer can move into it. */
export function NodeTip({ anchor, host, onEnter, onLeave, children }: NodeTipProps) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal container={host}>
        <Tooltip.Positioner className={floating.positioner} anchor={anchor} sideOffset={10} collisionPadding={12}>
          <Tooltip.Popup
            className={`${floating.popup} sheet ${styles.tip}`}
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
          >
            {children}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
