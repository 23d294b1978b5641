import { useId } from 'react';
import { format, isoDay } from '../../lib/format.ts';
import field from '../../ui/field.module.css';
import { TextField } from '../../ui/field.tsx';
import { formStrings } from './form-strings.ts';
import { moments, type When } from './when.ts';
import styles from './when-field.module.css';

type WhenFieldProps = {
  value: When;
  onChange: (part: Partial<When>) => void;
  disabled: boolean;
  /** The date and time that will be saved, unless it is the moment of saving. */
  instant?: Date | undefined;
};

/** Asks when it happened: three usual answers, or a date and a time. Shows the instant that results. */
export function WhenField({ value, onChange, disabled, instant }: WhenFieldProps) {
  const id = useId();
  return (
    <fieldset className={styles.when} disabled={disabled} aria-describedby={instant && id}>
      <legend className={field.label}>{formStrings.when}</legend>
      <div className={styles.moments}>
        {moments.map((moment) => (
          <label key={moment} className={styles.moment}>
            <input
              type="radio"
              name="when"
              checked={value.moment === moment}
              onChange={() => onChange({ moment, chosen: moment === 'now' ? undefined : isoDay(new Date()) })}
            />
            {formStrings.whens[moment]}
          </label>
        ))}
      </div>
      {value.moment === 'custom' && (
        <div className={styles.custom}>
          <TextField
            label={formStrings.date}
            type="date"
            value={value.date}
            max="9999-12-31"
            onChange={(event) => onChange({ date: event.target.value })}
          />
          <TextField
            label={formStrings.time}
            type="time"
            value={value.time}
            onChange={(event) => onChange({ time: event.target.value })}
          />
        </div>
      )}
      {instant && (
        <time id={id} className="secondary tabular" dateTime={instant.toISOString()}>
          {format.full(instant)}
        </time>
      )}
    </fieldset>
  );
}
