import { DOTS } from './sky.ts';
import styles from './welcome.module.css';

const indexes = Array.from({ length: DOTS }, (_, index) => index);

/** The 25 dots. They have no position and are invisible until `animate` positions them. */
export function ConstellationFigure() {
  return (
    <svg className={styles.sky} data-sky aria-hidden="true">
      <path className={styles.among} fill="none" />
      <path className={styles.toEye} fill="none" />
      {indexes.map((index) => (
        <circle key={index} className={index % 5 === 0 ? styles.warm : styles.dot} r={index % 5 === 0 ? 4.5 : 2.8} />
      ))}
    </svg>
  );
}
