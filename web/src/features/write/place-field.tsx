import type { Coordinates } from '../../anecdote/place-name.ts';
import { formatPoint } from '../../map/point.ts';
import { SmallMap } from '../../map/small-map.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PlaceIcon } from '../../ui/icons.tsx';
import { passFocus } from '../../ui/pass-focus.ts';
import { formStrings } from './form-strings.ts';
import styles from './place-field.module.css';
import { writeStrings } from './strings.ts';

type PlaceFieldProps = {
  value: Coordinates | null;
  onChange: (value: Coordinates | null) => void;
  /** Opens the map that chooses a place. */
  onPick: () => void;
  disabled: boolean;
  error?: string | undefined;
};

/** The point of an anecdote on a small map, and its address, which can be changed. */
export function PlaceField({ value, onChange, onPick, disabled, error }: PlaceFieldProps) {
  return (
    <div className={styles.place}>
      <SmallMap point={value} text={value ? formatPoint(value) : undefined} />
      <div className={styles.rest}>
        {value && (
          <TextField
            label={formStrings.address}
            help={formStrings.addressHelp}
            value={value.address ?? ''}
            disabled={disabled}
            error={error}
            onChange={({ target }) => onChange({ ...value, address: target.value })}
          />
        )}
        <div className={styles.buttons}>
          <Button disabled={disabled} onClick={onPick}>
            <PlaceIcon />
            {formStrings.map}
          </Button>
          {value && (
            <Button
              variant="quiet"
              disabled={disabled}
              onClick={({ currentTarget }) => {
                passFocus(currentTarget, currentTarget.previousElementSibling);
                onChange(null);
              }}
            >
              {writeStrings.clearLocation}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
