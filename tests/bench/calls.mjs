import { anecdoteFromPost } from './anecdotes.mjs';
import { call } from './journal.mjs';
import { sendRequests } from './shoot.mjs';

const PAGES = 50;
const BODIES = 250;
/** A number of requests that is larger than the number of answers the product keeps. */
const UNCACHED_REQUESTS = 4_000;
const WORDS = ['lantern', 'river', 'coffee', 'garden'];
const TAGS = ['city', 'music', 'food', 'nature'];

const get = (path, headers) => ({ method: 'GET', path, ...(headers && { headers }) });
const pages = Array.from({ length: PAGES }, (_, index) => get(`/api/anecdotes?page=${index + 1}&page_size=20`));
const ofEach = (values, path) => async () => values.map((value) => get(path(value)));

/**
 * The calls on which the product is compared with the CRUD and bare servers, by name. `requests` returns the requests
 * to a product with a journal of `openJournal`; `plain` holds those to servers without such a call.
 */
export const mainCalls = {
  health: { requests: async () => [get('/healthz')] },
  'page of 20': { requests: async () => uncached(pages), plain: pages },
  'cursor page of 20': { requests: async (product) => uncached(await cursorPages(product)), plain: pages },
  'page asked again': { requests: async () => pages },
  'unchanged page': { requests: unchangedPage, plain: pages.slice(0, 1) },
  create: {
    writes: true,
    requests: async () =>
      Array.from({ length: BODIES }, (_, index) => ({
        method: 'POST',
        path: '/api/anecdotes',
        body: JSON.stringify(anecdoteFromPost(index)),
      })),
  },
};

/** The calls whose cost may grow with the journal. */
export const journalCalls = {
  ...mainCalls,
  'page 40 by number': { requests: async () => [get('/api/anecdotes?page=40&page_size=20')] },
  'tag filter': { requests: ofEach(TAGS, (tag) => `/api/anecdotes?tags=${tag}`) },
  'list with a search word': { requests: ofEach(WORDS, (word) => `/api/anecdotes?search=${word}`) },
  'ranked search': { requests: ofEach(WORDS, (word) => `/api/anecdotes/search?query=${word}`) },
  'search with a typo': { requests: ofEach(WORDS, (word) => `/api/anecdotes/search?query=${word.replace(/.$/, 'x')}`) },
  tags: { requests: async () => [get('/api/tags')] },
  'connections of a chain': { requests: async ({ chain }) => [get(`/api/anecdotes/${chain}/connections`)] },
  edit: { writes: true, requests: edits },
};

/** Measures one of these calls on `target`; `load` and the result are those of `sendRequests`. */
export async function measureCall(target, { requests, plain, writes = false }, load) {
  const sent = target.isPlain && plain ? plain : await requests(target);
  return sendRequests(target, sent, { ...load, settle: writes ? target.settle : undefined });
}

/** Repeats `requests`, each with an `accept-encoding` of its own, so that no kept answer fits and each is computed. */
function uncached(requests) {
  return Array.from({ length: UNCACHED_REQUESTS }, (_, index) => {
    made += 1;
    return { ...requests[index % requests.length], headers: { 'accept-encoding': `x-${made}` } };
  });
}
let made = 0;

/** The first pages of the list, each with the cursor that the page before returned. */
async function cursorPages({ address, token }) {
  const found = [get('/api/anecdotes/cursor?limit=20')];
  while (found.length < PAGES) {
    const { pagination } = await (await call(address, token, found.at(-1).path)).json();
    if (!pagination.nextCursor) break;
    found.push(get(`/api/anecdotes/cursor?limit=20&cursor=${encodeURIComponent(pagination.nextCursor)}`));
  }
  return found;
}

async function unchangedPage({ address, token }) {
  const [{ path }] = pages;
  const answer = await call(address, token, path);
  await answer.text();
  return [get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })];
}

/** Edits some anecdotes with two texts in turn, so that every call changes something. */
async function edits({ ids }) {
  const [some, begun] = [ids.slice(0, BODIES / 2), performance.now()];
  return some.flatMap((id) =>
    ['edited', 'edited again'].map((text) => ({
      method: 'PUT',
      path: `/api/anecdotes/${id}`,
      body: JSON.stringify({ description: `A lantern by the river, ${text} at ${begun}` }),
    })),
  );
}
