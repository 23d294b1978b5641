import { useId } from 'react';
import styles from './segmented-control.module.css';

type SegmentedControlProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
  disabled?: boolean;
};

/** A few exclusive choices side by side, of which one is always chosen: radio buttons that look like a switch. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div className={styles.choice} role="radiogroup" aria-label={label}>
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            disabled={disabled}
            onChange={() => onChange(option)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}
