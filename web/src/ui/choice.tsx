import styles from './choice.module.css';

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
  disabled?: boolean;
};

/** A few exclusive choices side by side, of which one is always pressed. */
export function Choice<Value extends string>({ label, value, options, onChange, disabled }: ChoiceProps<Value>) {
  return (
    <fieldset className={styles.choice} aria-label={label} disabled={disabled}>
      {options.map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
