import { type ComponentType, useState } from 'react';
import type { Coordinates } from '../../anecdote/place-name.ts';
import { loadOrNotify } from '../../lib/load-failure.ts';
import type { LocationPickerProps } from './location-picker.tsx';

/**
 * The dialog that chooses a place, to be shown outside of the form, and `pick`, which opens it; its code is loaded when
 * it is first opened. `onEnd` is called when it closes.
 */
export function usePicker(
  initial: Coordinates | null,
  onChoose: (place: Coordinates | null) => void,
  onEnd?: () => void,
) {
  const [Part, setPart] = useState<ComponentType<LocationPickerProps>>();
  const [isPicking, setIsPicking] = useState(false);
  const end = () => {
    setIsPicking(false);
    onEnd?.();
  };
  const pick = async () => {
    setIsPicking(true);
    const loaded = await loadOrNotify(() => import('./location-picker.tsx'));
    if (loaded) setPart(() => loaded.LocationPicker);
    else end();
  };
  const choose = (place: Coordinates | null) => {
    end();
    onChoose(place);
  };
  const dialog = Part && <Part open={isPicking} initial={initial} onChoose={choose} onClose={end} />;
  return { pick: () => void pick(), isPicking, dialog };
}
