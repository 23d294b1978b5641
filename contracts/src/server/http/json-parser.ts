import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../limits.ts';
import { Problem } from '../../problem.ts';
import { parsedJson } from '../parsed-json.ts';

const NOT_JSON = 'The body is not valid JSON';
const FORBIDDEN_NAME = 'JSON must not have the name __proto__, nor prototype in constructor';

/** How deep arrays and objects in the JSON `text` nest, and how many members its objects have; linear, no parsing. */
export function shapeOf(text: string): { depth: number; members: number } {
  let level = 0;
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      level += 1;
      if (level > depth) depth = level;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) level -= 1;
    else if (code === COLON) members += 1;
  }
  return { depth, members };
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How many members the objects in a parsed value have; a name that occurred twice counts once. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children = Object.values(value);
  let members = Array.isArray(value) ? 0 : children.length;
  for (const child of children) members += membersIn(child);
  return members;
}

/**
 * Makes `app` accept JSON bodies only, in UTF-8, within the limits of depth and members, and without a name that occurs
 * twice in one object, because parsers treat that differently; an empty body counts as no body.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', async (request) => refuseOtherEncodings(request));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(body as Buffer);
    if (text === undefined) return done(malformed('The request is not valid UTF-8'));
    if (text === '') return done(null, undefined);
    const { depth, members } = shapeOf(text);
    if (depth > limits.jsonDepth) return done(malformed(`JSON nests deeper than ${limits.jsonDepth}`));
    const max = maxMembers(request);
    if (members > max) return done(malformed(`JSON has more than ${max} fields`));
    return parse(request, text, (error, value) => {
      if (error !== null) done(malformed(parsedJson(text) === undefined ? NOT_JSON : FORBIDDEN_NAME));
      else if (membersIn(value) !== members) done(malformed('A JSON object has a name twice'));
      else done(null, value);
    });
  });
}

/** How many members the objects in a body may have: parsing takes long if there are very many. */
function maxMembers({ routeOptions }: FastifyRequest): number {
  const isBatch = (routeOptions.bodyLimit ?? 0) > limits.bodyBytes;
  return isBatch ? limits.batch * limits.batchItemFields : limits.jsonMembers;
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a body that is compressed or in another character set than UTF-8. */
function refuseOtherEncodings({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const coding = headers['content-encoding'] ?? 'identity';
  if (/^utf-?8$/i.test(charset) && /^identity$/i.test(coding)) return;
  throw new Problem('UNSUPPORTED_MEDIA_TYPE');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(body: Buffer): string | undefined {
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}

function malformed(message: string): Problem {
  return new Problem('MALFORMED_REQUEST', { message });
}
