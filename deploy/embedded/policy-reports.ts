import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { CountUnknown } from '@anecdotes/contracts/server/http/unknown-routes';
import { parsedJson } from '@anecdotes/contracts/server/parsed-json';
import { z } from 'zod';

export const REPORT_PATH = '/csp-report';
const MAX_BYTES = 16 * 1024;
/** How many lines are remembered, so that they are not logged again when other browsers report the same. */
const MAX_REMEMBERED = 100;

/** What is read of a report; the rest, such as addresses of pages and samples of text, may be personal. */
const Report = z.object({
  'csp-report': z.object({ 'effective-directive': z.string().max(100), 'blocked-uri': z.string().max(8_192) }),
});

/**
 * `POST /csp-report`: browsers report here what the content security policy refused. Logs the directive and the origin
 * of what was refused, and nothing else. `count` limits the reports of each address.
 */
export function policyReportRoute(app: HttpServer, count: CountUnknown): void {
  const logged = new Set<string>();
  void app.register(async (reports: HttpServer) => {
    reports.addContentTypeParser('application/csp-report', { parseAs: 'string' }, (_request, body, done) =>
      done(null, parsedJson(String(body))),
    );
    const config = { access: 'public' } as const;
    reports.post(REPORT_PATH, { config, bodyLimit: MAX_BYTES, onRequest: count }, async (request, reply) => {
      const { data } = Report.safeParse(request.body);
      const directive = data?.['csp-report']['effective-directive'] ?? '';
      if (data && /^[a-z-]+$/.test(directive)) {
        const blocked = originOf(data['csp-report']['blocked-uri']);
        const line = `${directive} ${blocked}`;
        if (!logged.has(line)) request.log.warn({ directive, blocked }, 'a browser refused part of a page');
        if (logged.size >= MAX_REMEMBERED) logged.clear();
        logged.add(line);
      }
      return reply.code(204).send();
    });
  });
}

/** The origin of a web address, the scheme of another address, or a keyword such as `inline`. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { origin, protocol } = new URL(blocked);
  return origin === 'null' ? protocol.slice(0, 40) : origin.slice(0, 300);
}
