import type { PublicConfiguration } from '@anecdotes/contracts';

/** What `GET /api/config` answers in tests: no external servers are set. */
export const publicConfiguration: PublicConfiguration = {
  guest: { username: 'guest', password: 'guest-demo' },
  registration: 'open',
  production: false,
  local_mailbox: null,
  analytics_url: null,
  map_tile_url: null,
  map_tile_attribution: null,
  geocoder_url: null,
};
