import { useQuery } from '@tanstack/react-query';
import type * as L from 'leaflet';
import { type FormEvent, useEffectEvent, useId, useRef, useState } from 'react';
import type { Coordinates } from '../../anecdote/place-name.ts';
import { configurationQuery } from '../../lib/configuration.ts';
import { useIsReachable } from '../../lib/reachability.ts';
import { useNewSignal } from '../../lib/use-new-signal.ts';
import { devicePosition } from '../../map/device-position.ts';
import { addressOf, findPlace, GeocoderRefusal } from '../../map/geocoder.ts';
import { MapCanvas } from '../../map/map-canvas.tsx';
import { parsePoint } from '../../map/parse-point.ts';
import { addPin, toLatLng, toPoint } from '../../map/pin.ts';
import { formatPoint, type Point } from '../../map/point.ts';
import { DEFAULT_CENTRE } from '../../map/viewport.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import field from '../../ui/field.module.css';
import { TargetIcon } from '../../ui/icons.tsx';
import styles from './location-picker.module.css';
import { pickerStrings as strings } from './picker-strings.ts';
import { UsedPlaces } from './used-places.tsx';

/** The zoom before a place is chosen, and at a place. */
const ZOOM = { start: 13, located: 15 };
/** The map is created after the dialog has opened. */
const MAP_DELAY_MS = 400;
/** By arrow key: how far the map moves, in pixels. */
const pans: Readonly<Record<string, L.PointTuple>> = {
  ArrowLeft: [-80, 0],
  ArrowRight: [80, 0],
  ArrowUp: [0, -80],
  ArrowDown: [0, 80],
};
/** The maximum zoom without map tiles: at a closer one, the outline of the world shows nothing. */
const OUTLINE_ZOOM = 5;

export type LocationPickerProps = {
  open: boolean;
  initial: Coordinates | null;
  /** Called with the place, or null for none. The caller must then close the dialog. */
  onChoose: (place: Coordinates | null) => void;
  onClose: () => void;
};

/** Chooses where something happened: by search, by a pin on the map, by the device, or from places used before. */
export function LocationPicker({ open, initial, onChoose, onClose }: LocationPickerProps) {
  return (
    <Dialog open={open} onClose={onClose} title={strings.title} wide>
      {open && <Chooser initial={initial} onChoose={onChoose} />}
    </Dialog>
  );
}

function Chooser({ initial, onChoose }: Pick<LocationPickerProps, 'initial' | 'onChoose'>) {
  const id = useId();
  const { data: configuration } = useQuery(configurationQuery());
  const geocoder = configuration?.geocoder_url ?? null;
  /** The zoom at which a chosen place is shown. */
  const nearZoom = useRef(ZOOM.located);
  const isReachable = useIsReachable();
  const [text, setText] = useState('');
  const [isSearching, setIsSearching] = useState(false);
  /** An error message, and a hint. */
  const [problem, setProblem] = useState('');
  const [hint, setHint] = useState('');
  /** The chosen point; its address is null while it is looked up. */
  const [chosen, setChosen] = useState<Coordinates | null>(initial && withAddress(initial, initial.address));
  const [centre, setCentre] = useState<Point>(initial ?? DEFAULT_CENTRE);
  const map = useRef<L.Map>(null);
  const marker = useRef<L.Marker>(null);
  const newPlaceSignal = useNewSignal();
  const newAddressSignal = useNewSignal();
  /** The chosen point for the map, also when it was chosen before the map was ready. */
  const place = useRef<Point | null>(initial);

  /** Chooses `point`, and looks up its address unless that is given, as null if it has none. */
  const choose = (point: Point, address?: string | null) => {
    place.current = point;
    // A place that is still searched for must not replace this one.
    newPlaceSignal();
    setProblem('');
    setHint('');
    setChosen(address === undefined ? { ...point, address: null } : withAddress(point, address));
    if (map.current) {
      if (marker.current) marker.current.setLatLng(toLatLng(map.current, point));
      else marker.current = addPin(map.current, point, strings.pin, chooseOnMap);
    }
    const signal = newAddressSignal();
    if (address !== undefined) return;
    void addressOf(geocoder, point, signal).then(
      (found) => setChosen({ ...point, address: found }),
      () => undefined,
    );
  };
  const chooseOnMap = useEffectEvent((point: Point) => choose(point));
  const goTo = (point: Point, address?: string | null) => {
    choose(point, address);
    map.current?.setView(toLatLng(map.current, point), nearZoom.current, { animate: false });
  };

  const ready = (made: L.Map) => {
    map.current = made;
    made.on('click', ({ latlng }) => chooseOnMap(toPoint(latlng)));
    made.on('moveend', () => setCentre(toPoint(made.getCenter())));
    const press = (event: KeyboardEvent) => {
      if (event.target !== made.getContainer() || event.altKey || event.ctrlKey || event.metaKey) return;
      const pan = pans[event.key];
      if (!pan && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      // Leaflet would listen to arrow keys on the document, which those pressed in a dialog do not reach.
      if (pan) made.panBy(pan, { animate: false });
      else chooseOnMap(toPoint(made.getCenter()));
    };
    made.getContainer().addEventListener('keydown', press);
    if (place.current) {
      marker.current = addPin(made, place.current, strings.pin, chooseOnMap);
      made.setView(marker.current.getLatLng(), nearZoom.current, { animate: false });
    } else {
      void devicePosition().then((position) => {
        if (map.current !== made || place.current) return;
        if (typeof position === 'string') setHint(strings.noPosition[position]);
        else made.setView(toLatLng(made, position), nearZoom.current, { animate: false });
      });
    }
    return () => {
      map.current = null;
      marker.current = null;
    };
  };

  const adaptZoom = (hasTiles: boolean, shown: L.Map) => {
    nearZoom.current = hasTiles ? ZOOM.located : OUTLINE_ZOOM;
    if (!hasTiles && shown.getZoom() > OUTLINE_ZOOM) shown.setZoom(OUTLINE_ZOOM, { animate: false });
  };

  const search = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '' || isSearching) return;
    setProblem('');
    const point = parsePoint(wanted);
    if (point) return goTo(point);
    if (geocoder === null) return setProblem(strings.noGeocoder);
    const signal = newPlaceSignal();
    setIsSearching(true);
    try {
      const found = await findPlace(geocoder, wanted, signal);
      if (found) goTo(found, found.address);
      else setProblem(strings.notFound);
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof GeocoderRefusal ? strings.refused : strings.searchFailed);
    } finally {
      setIsSearching(false);
    }
  };
  const locate = async () => {
    setProblem('');
    const signal = newPlaceSignal();
    const position = await devicePosition();
    if (signal.aborted) return;
    if (typeof position === 'string') setProblem(strings.noPosition[position]);
    else goTo(position);
  };
  const coordinates = chosen && formatPoint(chosen);
  const confirm = () => {
    if (chosen) onChoose(withAddress(chosen, chosen.address));
  };

  return (
    <div className={styles.picker}>
      <form className={styles.search} onSubmit={(event) => void search(event)}>
        <label htmlFor={id} className="visually-hidden">
          {geocoder === null ? strings.pasteLabel : strings.searchLabel}
        </label>
        <input
          id={id}
          dir="auto"
          className={field.input}
          placeholder={geocoder === null ? strings.pasteLabel : strings.searchPlaceholder}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === '' || isSearching}>
          {isSearching ? strings.searching : strings.search}
        </Button>
      </form>
      {problem && (
        <p className={field.error} role="alert">
          {problem}
        </p>
      )}
      {!isReachable && <p className="secondary">{strings.offline}</p>}
      <MapCanvas
        label={strings.mapLabel}
        view={{ ...(initial ?? DEFAULT_CENTRE), zoom: initial ? ZOOM.located : ZOOM.start }}
        delayMs={MAP_DELAY_MS}
        onReady={ready}
        onTiles={adaptZoom}
        className={styles.map}
      >
        <i className={styles.cross} aria-hidden="true" />
      </MapCanvas>
      <div className={`${styles.chosen} row`}>
        <p className={styles.place} role="status">
          {chosen ? (
            <>
              <span dir="auto">{chosen.address ?? strings.askingAddress}</span>
              {chosen.address !== coordinates && <span className="secondary tabular">{coordinates}</span>}
            </>
          ) : (
            <span className="secondary">{hint || strings.howTo}</span>
          )}
        </p>
        <Button variant="quiet" onClick={() => void locate()}>
          <TargetIcon />
          {strings.here}
        </Button>
      </div>
      <UsedPlaces near={centre} onChoose={goTo} />
      <footer className={styles.foot}>
        <Button onClick={() => onChoose(null)}>{strings.clear}</Button>
        <Button variant="accent" disabled={!chosen} onClick={confirm}>
          {strings.use}
        </Button>
      </footer>
    </div>
  );
}

/** `point` with `address`, or with its coordinates if that is null or empty. */
function withAddress(point: Point, address: string | null): Coordinates {
  return { ...point, address: address || formatPoint(point) };
}
