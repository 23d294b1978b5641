import { readApiDocument } from '@anecdotes/contracts/server/http/api-document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { type ApiDocument, type MadeRequest, requestsOf } from '../support/document-requests.ts';
import { openMailbox } from '../support/mailbox.ts';
import { visitorOf } from '../support/visitor.ts';

/** The number of requests; 10,000 also find rare cases. */
const REQUESTS = Number(process.env.API_REQUESTS ?? 250);

/** One never ends its answer; after the other one all others would be refused. */
const untried = ['GET /api/live', 'POST /api/auth/logout'];
/** Parameters that make an answer wait. */
const omitted = ['wait', 'X-Min-Position'];

const apiDocument = JSON.parse(readApiDocument()) as ApiDocument;
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(apiDocument, 'document');

let side: BothSides;
let token: string;
let ids: string[];

beforeAll(async () => {
  side = await startBothSides();
  ({ token } = await visitorOf(side).newMember(openMailbox(side)));
  ids = [];
  for (const description of ['The tram driver waited', 'He carried a cello', 'Rain']) {
    const answer = await side.call(token, 'POST', '/api/anecdotes', { description, connected_to: ids[0] ?? null });
    ids.push(answer.json().data.id);
  }
});
afterAll(() => side.close());

/** Headers that a program may need of an answer. */
const ownHeaders = ['etag', 'location', 'x-log-position', 'x-as-of-position', 'content-disposition'];
const lowerCase = (headers: object = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** How the answer to a request differs from the document; undefined if it does not. */
async function faultOf({ operation, method, url, headers, payload }: MadeRequest): Promise<string | undefined> {
  const answer = await side.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload !== undefined && { payload }),
  });
  const { statusCode: status, body } = answer;
  if (status >= 500) return `${status} ${body}`;
  const path = operation.slice(operation.indexOf(' ') + 1);
  const place = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
  const response = apiDocument.paths[path]?.[method.toLowerCase()]?.responses[status];
  if (response === undefined) return `${status} is not in the document: ${body}`;
  const [type] = String(answer.headers['content-type'] ?? '').split(';');
  const media = response.content?.[type ?? ''];
  const undocumented = ownHeaders.filter((name) => name in answer.headers && !(name in lowerCase(response.headers)));
  if (undocumented.length > 0) return `${status} has the headers ${undocumented}`;
  if (response.content === undefined) return body === '' ? undefined : `${status} has a body: ${body}`;
  if (media === undefined) return `${status} has the type ${type}`;
  if (type !== 'application/json') return undefined;
  const $ref = encodeURI(`document#${place}/content/application~1json/schema`);
  const isValid = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  return isValid(JSON.parse(body)) ? undefined : `${ajv.errorsText(isValid.errors)}: ${body}`;
}

test('the headers of an unchanged answer, and of a refused read, are in the document', async () => {
  const operation = 'GET /api/anecdotes';
  const faultsAt = (url: string, headers: Record<string, string> = {}) =>
    faultOf({ operation, method: 'GET', url, headers, payload: undefined });
  const { headers } = await side.call(token, 'GET', '/api/anecdotes');
  expect(await faultsAt('/api/anecdotes', { 'if-none-match': String(headers.etag) })).toBeUndefined();
  expect(await faultsAt('/api/anecdotes?as_of=1', { 'if-none-match': '*' })).toBeUndefined();
  expect(await faultsAt('/api/anecdotes?page=x')).toBeUndefined();
});

test('every request that is generated from the API document gets an answer that the document describes', async () => {
  const tried = new Set<string>();
  await fc.assert(
    fc.asyncProperty(requestsOf(apiDocument, { ids, untried, omitted }), async (request) => {
      tried.add(request.operation);
      const fault = await faultOf(request);
      expect(fault, `${request.operation} ${request.url} ${request.payload}`).toBeUndefined();
    }),
    { numRuns: REQUESTS, endOnFailure: true },
  );
  expect(tried.size).toBeGreaterThan(Math.min(REQUESTS / 10, 60));
});
