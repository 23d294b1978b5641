import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';

/** True when arrays and objects in the JSON `text` nest deeper than `depth`; linear, before anything is parsed. */
export function isDeeperThan(text: string, depth: number): boolean {
  let level = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      level += 1;
      if (level > depth) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) level -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Makes `app` accept JSON bodies only, within the depth limit; an empty body is no body. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, undefined);
    if (isDeeperThan(text, limits.jsonDepth)) {
      return done(new Problem('MALFORMED_REQUEST', { message: `JSON nests deeper than ${limits.jsonDepth}` }));
    }
    return parse(request, text, done);
  });
}
