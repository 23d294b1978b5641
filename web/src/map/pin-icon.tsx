import { PIN, PIN_EYE, PIN_SIZE } from './pin-shape.ts';
import styles from './small-map.module.css';

const { width, height } = PIN_SIZE;

/** A pin whose tip is at the centre of a picture. */
export function Pin() {
  return (
    <svg className={styles.pin} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path d={PIN} />
      <circle {...PIN_EYE} />
    </svg>
  );
}
