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

/** The palette colour of `tag`: always the same, by the sum of its character codes; without one the first. */
export function tagColour(tag = ''): string {
  let sum = 0;
  for (let index = 0; index < tag.length; index += 1) sum += tag.charCodeAt(index);
  return palette[sum % palette.length] ?? palette[0];
}
