import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode, RefObject } from 'react';
import floating from '../ui/floating.module.css';
import styles from './graph-canvas.module.css';

export type TipAnchor = { getBoundingClientRect: () => DOMRect };

type NodeTipProps = {
  anchor: TipAnchor;
  host: RefObject<HTMLElement | null>;
  /** The element that it must not extend beyond, if there is room in it; by default the window. */
  boundary?: Element | null;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
};

/** A tooltip beside a node; the pointer can move into it. */
export function NodeTip({ anchor, host, boundary, onEnter, onLeave, children }: NodeTipProps) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal container={host}>
        <Tooltip.Positioner
          className={floating.positioner}
          anchor={anchor}
          positionMethod="fixed"
          sideOffset={10}
          collisionBoundary={boundary ?? 'clipping-ancestors'}
          collisionPadding={12}
          // Beside a node it would cover the next ones of a chain.
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
        >
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
