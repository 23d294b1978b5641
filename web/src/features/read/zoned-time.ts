import { dateFormat, timeZone } from '../../lib/format.ts';

type ZonedTime = {
  /** The calendar day and the time of day in the zone it was written in. */
  day: string;
  time: string;
  /** The name of that zone, for display. */
  zone: string;
  /** The same moment in the reader's zone, with the day if it differs; undefined if the clocks agree. */
  here: string | undefined;
};

/** The moment `at` in `zone`, an IANA name, and in the zone of the reader, which also replaces an unknown `zone`. */
export function zonedTime(at: Date, zone: string, reader = timeZone()): ZonedTime {
  const there = clock(at, known(zone) ? zone : reader);
  const here = clock(at, reader);
  const isSame = there.day === here.day && there.time === here.time;
  return {
    day: there.day,
    time: there.time,
    zone: (known(zone) ? zone : reader).replaceAll('_', ' '),
    here: isSame ? undefined : there.day === here.day ? here.time : `${here.day}, ${here.time}`,
  };
}

function clock(at: Date, timeZone: string) {
  return {
    day: dateFormat({ dateStyle: 'full', timeZone }).format(at),
    time: dateFormat({ timeStyle: 'short', timeZone }).format(at),
  };
}

/** False for a zone that this browser has no rules for. */
function known(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
