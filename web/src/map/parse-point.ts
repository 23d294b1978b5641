import type { Point } from './point.ts';

const number = '[-+]?\\d{1,3}(?:\\.\\d+)?';
const pair = new RegExp(`^\\s*(${number})°?\\s*[,;\\s]\\s*(${number})°?\\s*$`);
/** How map links contain a point: in a marker, in the query, in the path or in the fragment. */
const inLink = [
  new RegExp(`!3d(${number})!4d(${number})`),
  new RegExp(`[?&]mlat=(${number})&mlon=(${number})`),
  new RegExp(
    `[?&#](?:q|query|ll|sll|center|coordinate|daddr|destination)=(?:loc:)?(${number})(?:,|%2C)\\+?(${number})`,
    'i',
  ),
  new RegExp(`@(${number}),(${number})`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/(${number})/(${number})`),
  new RegExp(`[?&]cp=(${number})~(${number})`),
  new RegExp(`[?&]lat=(${number})&(?:lon|lng)=(${number})`),
];

/** Parses `lat, lng`, a `geo:` URI or a map link; undefined if the text contains no valid point. */
export function parsePoint(text: string): Point | undefined {
  const trimmed = text.trim();
  const geo = new RegExp(`^geo:(${number}),(${number})`, 'i').exec(trimmed);
  if (geo) {
    // In geo:0,0?q=… the point is in the query.
    const asked = /^geo:0(?:\.0*)?,0(?:\.0*)?\?/i.test(trimmed) ? inLink[2]?.exec(trimmed) : undefined;
    return pointOf(asked ?? geo);
  }
  if (/^https?:\/\//i.test(trimmed)) return pointOf(firstMatch(trimmed));
  return pointOf(pair.exec(trimmed));
}

function firstMatch(link: string): RegExpExecArray | null {
  for (const form of inLink) {
    const found = form.exec(link);
    if (found) return found;
  }
  return null;
}

function pointOf(found: RegExpExecArray | null | undefined): Point | undefined {
  if (!found) return undefined;
  const [lat, lng] = [Number(found[1]), Number(found[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}
