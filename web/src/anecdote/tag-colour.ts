const palette = [
  '#667eea',
  '#f56565',
  '#48bb78',
  '#ed8936',
  '#9f7aea',
  '#38b2ac',
  '#ed64a6',
  '#4299e1',
  '#d69e2e',
  '#718096',
] as const;

const mapPalette = [...palette, '#2c7a7b', '#b83280'] as const;

/** The palette colour of `tag`, selected by the sum of its character codes; the first colour without a tag. */
export function tagColour(tag = ''): string {
  return palette[sumOfCodes(tag) % palette.length] ?? palette[0];
}

/** Like `tagColour`, from the palette of 12 of the map. */
export function mapTagColour(tag = ''): string {
  return mapPalette[sumOfCodes(tag) % mapPalette.length] ?? palette[0];
}

function sumOfCodes(tag: string): number {
  let sum = 0;
  for (let index = 0; index < tag.length; index += 1) sum += tag.charCodeAt(index);
  return sum;
}
