import { strings } from '../../lib/strings.ts';
import field from '../../ui/field.module.css';
import { TextField } from '../../ui/field.tsx';
import { moments, type When } from './when.ts';
import styles from './when-field.module.css';

type WhenFieldProps = { value: When; onChange: (value: When) => void; disabled: boolean };

/** When it happened: three usual answers, or a date and a time. */
export function WhenField({ value, onChange, disabled }: WhenFieldProps) {
  return (
    <fieldset className={styles.when} disabled={disabled}>
      <legend className={field.label}>{strings.write.when}</legend>
      <div className={styles.moments}>
        {moments.map((moment) => (
          <label key={moment} className={styles.moment}>
            <input
              type="radio"
              name="when"
              checked={value.moment === moment}
              onChange={() => onChange({ ...value, moment })}
            />
            {strings.write.whens[moment]}
          </label>
        ))}
      </div>
      {value.moment === 'custom' && (
        <div className={styles.custom}>
          <TextField
            label={strings.write.date}
            type="date"
            value={value.date}
            max="9999-12-31"
            onChange={(event) => onChange({ ...value, date: event.target.value })}
          />
          <TextField
            label={strings.write.time}
            type="time"
            value={value.time}
            onChange={(event) => onChange({ ...value, time: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
