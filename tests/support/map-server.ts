import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

/** What the tile server answers: tiles, errors, HTML or nothing. */
type TileMode = 'tiles' | 'errors' | 'html' | 'silence';

/** A local server of map tiles, and of places in the format of the public geocoder. */
export type MapServer = {
  /** For MAP_TILE_URL and GEOCODER_URL. */
  settings: { MAP_TILE_URL: string; GEOCODER_URL: string; MAP_TILE_ATTRIBUTION: string };
  /** The paths it was asked for, in order. */
  asked: string[];
  tiles(mode: TileMode): void;
  /** Sets what the geocoder answers from now on; without `answer`, the usual answers. */
  geocoder(answer?: { status: number; body: string }): void;
  close(): Promise<void>;
};

/** The place that every search finds, except one for `nowhere`, which finds none. */
export const station = { lat: 47.37818, lng: 8.54019, address: 'Central Station, 8001 Zurich' };

/** Starts the server, which answers correctly at first. */
export async function startMapServer(): Promise<MapServer> {
  const asked: MapServer['asked'] = [];
  let mode: TileMode = 'tiles';
  let geocoderAnswer: { status: number; body: string } | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://map');
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    if (pathname.startsWith('/tiles/')) return sendTile(response, mode);
    response.setHeader('content-type', 'application/json');
    if (geocoderAnswer) return void response.writeHead(geocoderAnswer.status).end(geocoderAnswer.body);
    if (pathname === '/search') {
      const place = { lat: String(station.lat), lon: String(station.lng), display_name: station.address };
      return void response.end(JSON.stringify(searchParams.get('q')?.includes('nowhere') ? [] : [place]));
    }
    const name = `Near ${Number(searchParams.get('lat')).toFixed(2)}, ${Number(searchParams.get('lon')).toFixed(2)}`;
    return void response.end(JSON.stringify({ display_name: name }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      MAP_TILE_URL: `${address}/tiles/{z}/{x}/{y}.png`,
      GEOCODER_URL: address,
      MAP_TILE_ATTRIBUTION: '© OpenStreetMap contributors',
    },
    asked,
    tiles: (next) => {
      mode = next;
    },
    geocoder: (answer) => {
      geocoderAnswer = answer;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function sendTile(response: ServerResponse, mode: TileMode): void {
  if (mode === 'silence') return;
  if (mode === 'errors') return void response.writeHead(500).end();
  if (mode === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<b>Log in</b>');
  response.writeHead(200, { 'content-type': 'image/png' }).end(tile);
}

const SIZE = 256;
/** A tile as a PNG: light ground with a few streets. */
const tile = pngOf((x, y) => {
  const isStreet = (x + y) % 128 < 5 || (2 * x - y + SIZE) % 171 < 3;
  return isStreet ? [255, 255, 255] : x < 70 && y > 150 ? [200, 222, 190] : [233, 229, 222];
});

function pngOf(colourAt: (x: number, y: number) => [number, number, number]): Buffer {
  const rows = Buffer.alloc(SIZE * (1 + 3 * SIZE));
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) rows.set(colourAt(x, y), y * (1 + 3 * SIZE) + 1 + 3 * x);
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
