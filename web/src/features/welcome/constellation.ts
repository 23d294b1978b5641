import { dotsAt, linesBetween, type Point } from './sky.ts';

/** The pause between two steps. A step is less than a fifth of a pixel, so that more of them would not be visible. */
const STEP_MS = 80;

/**
 * Lets the 25 dots of `sky` drift slowly, with thin lines between dots near each other and to the pointer. They do not
 * move with reduced motion and while not visible. Returns a function that stops the animation.
 */
export function animate(sky: SVGSVGElement): () => void {
  const [linesBetweenDots, linesToPointer] = sky.querySelectorAll('path');
  const circles = [...sky.querySelectorAll('circle')];
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');
  let pointer: Point | null = null;
  let frame = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isSeen = true;
  let size = sky.getBoundingClientRect();

  const draw = (time: number) => {
    const dots = dotsAt(size.width, size.height, still.matches ? 0 : time / 1000);
    for (const [index, dot] of dots.entries()) {
      circles[index]?.setAttribute('cx', dot.x.toFixed(1));
      circles[index]?.setAttribute('cy', dot.y.toFixed(1));
    }
    const lines = linesBetween(dots, pointer);
    linesBetweenDots?.setAttribute('d', lines.betweenDots);
    linesToPointer?.setAttribute('d', lines.toPointer);
  };
  const drift = (time: number) => {
    draw(time);
    if (!still.matches) pause = setTimeout(() => (frame = requestAnimationFrame(drift)), STEP_MS);
  };
  const stop = () => {
    clearTimeout(pause);
    cancelAnimationFrame(frame);
  };
  const restart = () => {
    stop();
    if (isSeen) drift(performance.now());
  };
  const look = (event: PointerEvent) => {
    const { left, top } = sky.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    pointer = x >= 0 && y >= 0 && x <= size.width && y <= size.height ? { x, y } : null;
    if (isSeen) draw(performance.now());
  };
  const resized = new ResizeObserver(() => {
    size = sky.getBoundingClientRect();
    restart();
  });
  const seen = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? true;
    restart();
  });
  sky.dataset.drawn = '';
  resized.observe(sky);
  seen.observe(sky);
  still.addEventListener('change', restart);
  window.addEventListener('pointermove', look, { passive: true });
  return () => {
    resized.disconnect();
    seen.disconnect();
    stop();
    still.removeEventListener('change', restart);
    window.removeEventListener('pointermove', look);
  };
}
