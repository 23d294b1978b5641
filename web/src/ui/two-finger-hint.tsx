import { useEffect, useRef, useState } from 'react';
import styles from './two-finger-hint.module.css';

/** How long the hint stays after the last move of the finger. */
const SHOWN_MS = 1_000;

/**
 * An overlay on its parent that briefly explains how to move it with two fingers, when a single finger moves over it
 * and so scrolls the page. Stop the propagation of `touchstart` to prevent it. Hidden from screen readers, which have
 * gestures of their own.
 */
export function TwoFingerHint({ text }: { text: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const parent = element.current?.parentElement;
    if (!parent) return;
    let isAlone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => setIsShown(false);
    // In the capture phase, also for touches whose propagation is stopped.
    const reset = ({ touches }: TouchEvent) => {
      isAlone = false;
      if (touches.length > 1) hide();
    };
    const start = ({ touches }: TouchEvent) => {
      isAlone = touches.length === 1;
    };
    const move = () => {
      if (!isAlone) return;
      setIsShown(true);
      clearTimeout(timer);
      timer = setTimeout(hide, SHOWN_MS);
    };
    parent.addEventListener('touchstart', reset, { capture: true, passive: true });
    parent.addEventListener('touchstart', start, { passive: true });
    parent.addEventListener('touchmove', move, { passive: true });
    return () => {
      clearTimeout(timer);
      parent.removeEventListener('touchstart', reset, { capture: true });
      parent.removeEventListener('touchstart', start);
      parent.removeEventListener('touchmove', move);
    };
  }, []);
  return (
    <p ref={element} className={styles.hint} data-shown={isShown ? '' : undefined} aria-hidden="true">
      <span>{text}</span>
    </p>
  );
}
