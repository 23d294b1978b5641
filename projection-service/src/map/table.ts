import { type Column, defineCounter, defineFacet, float, text, uuid } from '../projection/table.ts';
import { areaAt, spotAt } from './grid.ts';

/** A whole number of more than 32 bits; written as text, because counters are identified by texts. */
const code = (): Column<string, number> => ({ type: 'float8', nullable: false });

/** The levels of the grid at which anecdotes are counted; the cells of a map are one to three levels coarser. */
export const areaLevels = [5, 8, 11, 14, 17, 20] as const;
export type AreaLevel = (typeof areaLevels)[number];

function areaCounter<const Level extends AreaLevel>(level: Level) {
  return defineCounter({
    name: `area_${level}`,
    key: { owner: uuid(), area: code(), tag: text() },
    countedBy: { owner: 'owner', area: `area_${level}`, tag: 'tag' },
  });
}

const tagCounter = defineCounter({
  name: 'place_tag',
  key: { owner: uuid(), tag: text() },
  countedBy: { owner: 'owner', tag: 'tag' },
});

/** One row for each anecdote with coordinates: where it is, and its first tag, empty when it has none. */
export const placeUses = defineFacet({
  name: 'place_use',
  columns: {
    anecdote: uuid(),
    owner: uuid(),
    lat: float(),
    lng: float(),
    tag: text(),
    spot: float(),
    area_5: code(),
    area_8: code(),
    area_11: code(),
    area_14: code(),
    area_17: code(),
    area_20: code(),
  },
  primaryKey: ['anecdote'],
  counters: [
    tagCounter,
    areaCounter(5),
    areaCounter(8),
    areaCounter(11),
    areaCounter(14),
    areaCounter(17),
    areaCounter(20),
  ],
  indexes: (schema) => `
    create index if not exists place_use_spot on ${schema}.place_use (owner, spot);
    create index if not exists place_use_lat on ${schema}.place_use (owner, lat);`,
});

/** The columns of the facet for a place. */
export function placeColumns(place: { readonly lat: number; readonly lng: number }) {
  const { lat, lng } = place;
  const area = (level: AreaLevel) => String(areaAt(level, place));
  return {
    ...{ lat, lng, spot: spotAt(place) },
    ...{ area_5: area(5), area_8: area(8), area_11: area(11), area_14: area(14), area_17: area(17), area_20: area(20) },
  };
}
