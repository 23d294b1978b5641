import { useEffect, useState } from 'react';
import { format } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './journal-graph.module.css';
import { journalGraphStrings as strings } from './strings.ts';

const REPLAY_MS = 8_000;

type TimeSliderProps = {
  /** When each anecdote happened, in milliseconds, the earliest first. */
  times: readonly number[];
  /** Later anecdotes are hidden, in milliseconds; undefined shows all. */
  until: number | undefined;
  onUntil: (until: number | undefined) => void;
};

/** A slider and a replay that show how a journal grew; each step adds one anecdote. */
export function TimeSlider({ times, until, onUntil }: TimeSliderProps) {
  const shown = until === undefined ? times.length : times.findLastIndex((time) => time <= until) + 1;
  const [isPlaying, setIsPlaying] = useState(false);
  const show = (wanted: number) => onUntil(wanted >= times.length ? undefined : times[Math.max(0, wanted - 1)]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a replay runs from the press of Play to its end
  useEffect(() => {
    if (!isPlaying) return;
    const start = performance.now();
    const first = shown >= times.length ? 1 : shown;
    let frame = requestAnimationFrame(function draw(now) {
      const wanted = first + Math.floor(((now - start) / REPLAY_MS) * times.length);
      show(wanted);
      if (wanted >= times.length) setIsPlaying(false);
      else frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  const day = times[Math.max(0, shown - 1)];
  const text = day === undefined ? '' : strings.untilDay(format.date(new Date(day)), shown);
  return (
    <div className={`${styles.time} row`}>
      <Button onClick={() => setIsPlaying(!isPlaying)}>{isPlaying ? strings.pause : strings.play}</Button>
      <input
        type="range"
        aria-label={strings.until}
        aria-valuetext={text}
        min={1}
        max={times.length}
        value={shown}
        onChange={({ target }) => {
          setIsPlaying(false);
          show(Number(target.value));
        }}
      />
      {/* Not a live region: the slider says it, and a replay changes it many times a second. */}
      <span className="secondary tabular" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
