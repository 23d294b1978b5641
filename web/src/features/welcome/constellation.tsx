import { useEffect, useRef } from 'react';
import { DOTS, dotsAt, linesBetween, type Point } from './sky.ts';
import styles from './welcome.module.css';

const indexes = Array.from({ length: DOTS }, (_, index) => index);

/** 25 dots that drift slowly and join with thin lines as the pointer moves; still under reduced motion and when out of sight. */
export function Constellation() {
  const sky = useRef<SVGSVGElement>(null);
  useEffect(() => (sky.current ? animate(sky.current) : undefined), []);
  return (
    <svg ref={sky} className={styles.sky} aria-hidden="true">
      <path className={styles.among} fill="none" />
      <path className={styles.toEye} fill="none" />
      {indexes.map((index) => (
        <circle key={index} className={index % 5 === 0 ? styles.warm : styles.dot} r={index % 5 === 0 ? 4.5 : 2.8} />
      ))}
    </svg>
  );
}

function animate(sky: SVGSVGElement): () => void {
  const [among, toEye] = sky.querySelectorAll('path');
  const circles = [...sky.querySelectorAll('circle')];
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');
  let eye: Point | null = null;
  let frame = 0;
  let isSeen = true;
  let size = sky.getBoundingClientRect();

  const draw = (time: number) => {
    const dots = dotsAt(size.width, size.height, still.matches ? 0 : time / 1000);
    for (const [index, dot] of dots.entries()) {
      circles[index]?.setAttribute('cx', dot.x.toFixed(1));
      circles[index]?.setAttribute('cy', dot.y.toFixed(1));
    }
    const lines = linesBetween(dots, eye);
    among?.setAttribute('d', lines.among);
    toEye?.setAttribute('d', lines.toEye);
  };
  const drift = (time: number) => {
    draw(time);
    frame = still.matches ? 0 : requestAnimationFrame(drift);
  };
  const restart = () => {
    cancelAnimationFrame(frame);
    if (isSeen) drift(performance.now());
  };
  const look = (event: PointerEvent) => {
    const { left, top } = sky.getBoundingClientRect();
    eye = { x: event.clientX - left, y: event.clientY - top };
    if (still.matches) draw(0);
  };
  const resized = new ResizeObserver(() => {
    size = sky.getBoundingClientRect();
    restart();
  });
  const seen = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true;
    restart();
  });
  resized.observe(sky);
  seen.observe(sky);
  still.addEventListener('change', restart);
  window.addEventListener('pointermove', look, { passive: true });
  return () => {
    resized.disconnect();
    seen.disconnect();
    cancelAnimationFrame(frame);
    still.removeEventListener('change', restart);
    window.removeEventListener('pointermove', look);
  };
}
