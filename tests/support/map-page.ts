import type { Browser } from '@playwright/test';
import { type Journal, openJournal } from './journal-page.ts';
import { type MapServer, startMapServer } from './map-server.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** A journal on a product whose maps and addresses come from a local server. */
export type MapPage = {
  maps: MapServer;
  product: RunningProduct;
  journal: Journal;
  /** The origins to which the page sent requests, apart from the product's. */
  hosts: Set<string>;
  close(): Promise<void>;
};

/** Starts the map server and the product, and opens the page. */
export async function openMapPage(browser: Browser): Promise<MapPage> {
  const maps = await startMapServer();
  const product = await startProduct(undefined, maps.settings);
  const journal = await openJournal(browser, product.address);
  const hosts = new Set<string>();
  journal.page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== product.address) hosts.add(origin);
  });
  return {
    ...{ maps, product, journal, hosts },
    async close() {
      try {
        await journal.close();
      } finally {
        await product.stop();
        await maps.close();
      }
    },
  };
}
