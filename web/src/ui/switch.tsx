import { useId } from 'react';
import styles from './switch.module.css';

type SwitchProps = { label: string; help: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** A checkbox for something that is on or off, with an explanation. */
export function Switch({ label, help, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.switch}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      <p id={id} className="secondary">
        {help}
      </p>
    </div>
  );
}
