import { isIP } from 'node:net';
import { type LocalMail, Problem } from '@anecdotes/contracts';
import { escapeHtml } from '@anecdotes/contracts/server/http/escape-html';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { readLocalMailbox } from './local-mailbox.ts';
import { dark, light } from './palette.ts';

/** `GET /dev/mailbox`: the locally kept mails, as a page that shows one of them (`?mail=`) or as JSON. */
export function mailboxRoute(app: HttpServer, deps: Parameters<typeof readLocalMailbox>[0]): void {
  app.get<{ Querystring: { mail?: string } }>(
    '/dev/mailbox',
    { config: { access: 'operator' } },
    async (request, reply) => {
      // The `Host` must be local even if a proxy reports another one: a page can forge `X-Forwarded-Host`, not `Host`.
      const asked = request.headers.host?.replace(/:\d*$/, '') ?? '';
      if (!isNearby(asked) || !isNearby(request.hostname)) throw new Problem('NOT_FOUND');
      const mails = await readLocalMailbox(deps);
      reply.header('cache-control', 'no-store').header('vary', 'accept').header('referrer-policy', 'no-referrer');
      if (/\bapplication\/json\b/.test(request.headers.accept ?? '')) return reply.send(mails);
      // Mails need only their own inline styles and the pixel; no script may run here.
      reply.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      return reply.type('text/html; charset=utf-8').send(page(mails, request.query.mail ?? mails[0]?.id));
    },
  );
}

/**
 * True for an IP address or a name of the local network. Any other name may belong to an attacker who lets it resolve
 * to this machine (DNS rebinding), so that a page of theirs could read the mails through a browser here.
 */
function isNearby(hostname: string): boolean {
  return (
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /^[\w-]+(?:\.(?:local|internal|lan|localhost))?$/i.test(hostname)
  );
}

function page(mails: readonly LocalMail[], shown: string | undefined): string {
  const items = mails.map((mail) => item(mail, mail.id === shown)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local mailbox - Anecdotes</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(${light.line}, ${dark.line}); }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; background: light-dark(${light.paper}, ${dark.paper}); color: light-dark(${light.ink}, ${dark.ink}); }
h1 { font: 500 1.75rem/1.25 Newsreader, 'Source Serif 4', Georgia, serif; margin: 0 0 .25rem; }
p { margin: 0 0 1.5rem; color: light-dark(${light.quiet}, ${dark.quiet}); }
article { margin: 0 0 .75rem; border: 1px solid var(--line); border-radius: 12px; background: light-dark(${light.raised}, ${dark.raised}); overflow: hidden; }
article a { display: block; padding: .875rem 1rem; color: inherit; text-decoration: none; }
a:focus-visible { outline: 3px solid light-dark(${light.ink}, ${dark.ink}); outline-offset: -3px; }
small { display: block; color: light-dark(${light.quiet}, ${dark.quiet}); overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 36rem; border: 0; border-top: 1px solid var(--line); }
</style>
</head>
<body>
<main>
<h1>Local mailbox</h1>
<p>No mail server is set up, so emails stay on this machine. Newest first.</p>
${items || '<p>No emails yet.</p>'}
</main>
</body>
</html>
`;
}

/** Only the selected mail has a frame, because loading its pictures counts as opening it. */
function item({ id, to, subject, html, campaign, sent_at }: LocalMail, isShown: boolean): string {
  const frame = `<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(inNewTab(html))}"></iframe>`;
  return `<article id="${id}"><a href="?mail=${id}#${id}"${isShown ? ' aria-current="true"' : ''}><strong>${escapeHtml(subject)}</strong><small>To ${escapeHtml(to)} · ${campaign} · <time datetime="${sent_at}">${sent_at}</time></small></a>${isShown ? frame : ''}</article>`;
}

function inNewTab(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">');
}
