import { costOf, whole } from './measure.mjs';

const CONNECTIONS = 64;
const WIDTH = 800;
const BAR = 11;
const NAMES = { product: 'Anecdotes', crud: 'CRUD', bare: 'bare server' };
/** The x coordinate at which bars begin, and the length of the longest bar. */
const LEFT = 130;
const LONGEST = 250;
/** The area of the lines of growth. */
const GROWTH = { left: 500, width: 130, top: 40, height: 150 };

/**
 * Returns an SVG of the figures of http.mjs: the processor time of each call in the smallest log, as a bar for each
 * server, divided into its program and Postgres; and how the processor time of the product grows with the log.
 */
export function drawFigures(all) {
  const figures = all.filter(({ connections }) => connections === CONNECTIONS);
  const sizes = [...new Set(figures.map(({ events }) => events))];
  const smallest = figures.filter(({ events }) => events === sizes[0]);
  const bars = drawBars(smallest);
  const height = 40 + smallest.length * groupHeight(smallest[0]) + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>Processor time of a call in microseconds at ${CONNECTIONS} connections</title>
<style>
text { font: 11px system-ui, sans-serif; fill: #1f2937 }
.program { fill: #667eea } .postgres { fill: #f6ad55 } .line { fill: none; stroke-width: 2 } .axis { stroke: #9ca3af }
@media (prefers-color-scheme: dark) { text { fill: #e5e7eb } }
</style>
<text x="0" y="14">µs of processor time a call, ${CONNECTIONS} connections, ${whole(sizes[0])} events</text>
${square('program', LEFT, 'program')}${square('postgres', LEFT + 80, 'Postgres')}
${bars}
${sizes.length > 1 ? drawGrowth(figures, sizes) : ''}
</svg>
`;
}

const square = (kind, x, name) =>
  `<rect class="${kind}" x="${x}" y="22" width="9" height="9"/><text x="${x + 13}" y="31">${name}</text>`;

const serversOf = (figure) => Object.keys(NAMES).filter((name) => figure[name]);
const groupHeight = (figure) => serversOf(figure).length * (BAR + 2) + 12;

function drawBars(figures) {
  const most = Math.max(...figures.flatMap((figure) => serversOf(figure).map((name) => costOf(figure[name]))));
  const length = (microseconds) => ((LONGEST * microseconds) / most).toFixed(1);
  return figures
    .map((figure, index) => {
      const top = 44 + index * groupHeight(figure);
      const rows = serversOf(figure).map((name, row) => {
        const { program, postgres } = figure[name];
        const y = top + row * (BAR + 2);
        return `<rect class="program" x="${LEFT}" y="${y}" width="${length(program)}" height="${BAR}"/>
<rect class="postgres" x="${(LEFT + Number(length(program))).toFixed(1)}" y="${y}" width="${length(postgres)}" height="${BAR}"/>
<text x="${(LEFT + 5 + Number(length(program + postgres))).toFixed(1)}" y="${y + 9}">${NAMES[name]} ${whole(program + postgres)}</text>`;
      });
      return `<text x="0" y="${top + 10}">${figure.call}</text>\n${rows.join('\n')}`;
    })
    .join('\n');
}

/** A line for each call: processor time by the size of the log, as a multiple of that in the smallest. */
function drawGrowth(figures, sizes) {
  const { left, width, top, height } = GROWTH;
  const calls = [...new Set(figures.map(({ call }) => call))];
  const lines = calls.map((call) => {
    const costs = sizes.map((size) => costOf(figures.find((one) => one.call === call && one.events === size).product));
    return { call, shares: costs.map((cost) => cost / costs[0]) };
  });
  const most = Math.max(2, ...lines.flatMap(({ shares }) => shares));
  const x = (index) => left + (width * index) / (sizes.length - 1);
  const y = (share) => (top + height * (1 - share / most)).toFixed(1);
  const ends = spreadOut(lines.map(({ shares }) => Number(y(shares.at(-1)))));
  return `<text x="${left}" y="14">times that of the smallest log</text>
<line class="axis" x1="${left}" y1="${top + height}" x2="${left + width}" y2="${top + height}"/>
<line class="axis" x1="${left}" y1="${y(1)}" x2="${left + width}" y2="${y(1)}" stroke-dasharray="2 3"/>
${sizes.map((size, index) => `<text x="${x(index)}" y="${top + height + 15}" text-anchor="middle">${shortOf(size)}</text>`).join('\n')}
${lines
  .map(({ call, shares }, index) => {
    const colour = `hsl(${(index * 360) / lines.length} 60% 50%)`;
    const points = shares.map((share, place) => `${x(place)},${y(share)}`);
    points.push(`${left + width + 8},${ends[index]}`);
    return `<polyline class="line" stroke="${colour}" points="${points.join(' ')}"/>
<text x="${left + width + 12}" y="${ends[index] + 4}">${call} ${shares.at(-1).toFixed(2)}x</text>`;
  })
  .join('\n')}`;
}

/** Moves overlapping labels down, so that they are a line of text apart. */
function spreadOut(places) {
  const moved = [...places];
  const order = places.map((_, index) => index).sort((a, b) => places[a] - places[b]);
  for (const [at, index] of order.entries()) {
    if (at > 0) moved[index] = Math.max(moved[index], moved[order[at - 1]] + 13);
  }
  return moved;
}

const shortOf = (events) => (events >= 1e6 ? `${events / 1e6}M` : `${events / 1e3}k`);
