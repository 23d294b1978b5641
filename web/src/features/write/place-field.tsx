import type { Coordinates } from '../../anecdote/place-name.ts';
import { formatPoint } from '../../map/point.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './place-field.module.css';
import { writeStrings } from './strings.ts';

type PlaceFieldProps = {
  value: Coordinates;
  onChange: (value: Coordinates | null) => void;
  disabled: boolean;
  error?: string | undefined;
};

/** The point of an anecdote: its address, which can be changed, and where it is. */
export function PlaceField({ value, onChange, disabled, error }: PlaceFieldProps) {
  return (
    <div className={styles.place}>
      <TextField
        label={writeStrings.address}
        help={writeStrings.addressHelp}
        value={value.address ?? ''}
        disabled={disabled}
        error={error}
        onChange={({ target }) => onChange({ ...value, address: target.value })}
      />
      <p className={`${styles.point} tabular`}>
        <span>{formatPoint(value)}</span>
        <Button variant="quiet" disabled={disabled} onClick={() => onChange(null)}>
          {writeStrings.clearLocation}
        </Button>
      </p>
    </div>
  );
}
