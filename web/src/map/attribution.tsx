import styles from './map-canvas.module.css';

const SOURCE = 'OpenStreetMap';

/** The attribution of the map; the name OpenStreetMap links to its licence. */
export function Attribution({ text }: { text: string }) {
  const [before = '', ...after] = text.split(SOURCE);
  return (
    <p className={styles.attribution}>
      {before}
      {after.length > 0 && (
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">
          {SOURCE}
        </a>
      )}
      {after.join(SOURCE)}
    </p>
  );
}
