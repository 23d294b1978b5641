import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';

/** A program as a third party would write it: it uses only the client that was generated from the API document. */

/** @type {import('openapi-fetch').Client<import('./node_modules/generated/api.js').paths>} */
const client = createClient({ baseUrl: process.env.ADDRESS ?? 'http://127.0.0.1:3000' });

const session = await client.POST('/api/auth/login', {
  body: { username: 'guest', password: 'guest-demo' },
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});
assert(session.data, JSON.stringify(session.error));
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${session.data.data.access_token}`);
    return request;
  },
});

const made = await client.POST('/api/anecdotes', {
  body: { description: 'The tram driver waited for the man with the cello.', tags: ['tram'] },
});
assert(made.data, JSON.stringify(made.error));
const { id } = made.data.data;
const position = made.response.headers.get('x-log-position') ?? '';

const list = await client.GET('/api/anecdotes', {
  params: { query: { tags: 'tram', page_size: 5 }, header: { 'X-Min-Position': position } },
});
assert.deepEqual(
  list.data?.data.map((anecdote) => anecdote.id),
  [id],
);

const edited = await client.PUT('/api/anecdotes/{id}', {
  params: { path: { id }, header: { 'If-Match': made.response.headers.get('etag') ?? '' } },
  body: { location: 'Tram 11' },
});
assert.equal(edited.data?.data.location, 'Tram 11');

const late = await client.PUT('/api/anecdotes/{id}', {
  params: { path: { id }, header: { 'If-Match': made.response.headers.get('etag') ?? '' } },
  body: { location: 'Tram 13' },
});
assert.equal(late.error?.error.code, 'REVISION_CONFLICT');

const deleted = await client.DELETE('/api/anecdotes/{id}', { params: { path: { id } } });
assert.equal(deleted.data?.data.id, id);

const feed = await client.GET('/api/changes', {
  params: { header: { 'X-Min-Position': deleted.response.headers.get('x-log-position') ?? '' } },
});
assert.deepEqual(
  feed.data?.data.map(({ type, anecdote }) => [type, anecdote?.id]),
  ['AnecdoteCreated', 'AnecdoteEdited', 'AnecdoteDeleted'].map((type) => [type, id]),
);
console.log('The generated client created, listed, edited and deleted an anecdote, and followed its changes.');
