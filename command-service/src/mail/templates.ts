import type { MailCampaign } from '@anecdotes/contracts';
import { escapeHtml } from '@anecdotes/contracts/server/http/escape-html';
import type { MailContent } from './outbox.ts';
import { dark, light } from './palette.ts';

export type RenderedMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly campaign: MailCampaign;
  /** The URL that the button of the mail opens. */
  readonly link: string;
};

type Message = {
  subject: string;
  /** Paragraphs before the button; `closing` has those after it. */
  opening: readonly string[];
  closing: readonly string[];
  action: string;
  path: string;
};

/**
 * Renders a mail as text and as HTML. Every URL in it begins with `baseUrl`, never with a host from a request. It does
 * not address anybody by name: a stranger may have registered with a name that is a message to somebody else.
 */
export function renderMail(content: MailContent, baseUrl: string): RenderedMail {
  const { campaign, to, token = '', openToken } = content;
  const base = baseUrl.replace(/\/+$/, '');
  const message = messages[campaign](token);
  const link = `${base}${message.path}`;
  const pixel = `${base}/api/email-tracking/open/${openToken}`;
  const text = [GREETING, ...message.opening, `${message.action}:\n${link}`, ...message.closing, 'Anecdotes'];
  return {
    to,
    campaign,
    link,
    subject: message.subject,
    text: `${text.join('\n\n')}\n`,
    html: page(message, link, pixel),
  };
}

const GREETING = 'Hello,';

const messages: Record<MailCampaign, (token: string) => Message> = {
  'verify-email': (token) => ({
    subject: 'Verify your email address',
    opening: ['Welcome to Anecdotes. Please verify your email address to finish your registration.'],
    action: 'Verify my email address',
    path: `/verify-email?token=${token}`,
    closing: [
      'The link works once and expires after 24 hours.',
      "If you didn't register, you can ignore this email: without this step, nobody can use the account.",
    ],
  }),
  'password-reset': (token) => ({
    subject: 'Reset your password',
    opening: ['Someone, hopefully you, asked to reset your password.'],
    action: 'Choose a new password',
    path: `/reset-password?token=${token}`,
    closing: [
      'The link works once and expires after 30 minutes.',
      "If it wasn't you, you can ignore this email: your password stays the same.",
    ],
  }),
  'account-exists': () => ({
    subject: 'You already have an account',
    opening: ['Someone, hopefully you, tried to register with this email address, but you already have an account.'],
    action: 'Sign in',
    path: '/auth?mode=login',
    closing: [
      'If you forgot your password, choose “Forgot your password?” on the sign-in page to get a link for setting a new one.',
      "If it wasn't you, you can ignore this email: nothing about your account has changed.",
    ],
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    opening: [
      'Your password was just changed. You were signed out everywhere else, and your API keys were deactivated.',
    ],
    action: 'Sign in',
    path: '/auth?mode=login',
    closing: ["If it wasn't you, choose “Forgot your password?” on the sign-in page right away."],
  }),
  'new-session': () => ({
    subject: 'New sign-in to your account',
    opening: ["Someone, hopefully you, signed in to your account from a device that hasn't been used before."],
    action: 'Open Anecdotes',
    path: '/dashboard',
    closing: ["If it wasn't you, change your password right away. That signs out every other device."],
  }),
};

const SERIF = "Newsreader,'Source Serif 4',Georgia,serif";

/** Tables and inline colours for mail programs that support nothing else; the style sheet adds dark mode. */
function page({ subject, opening, closing, action }: Message, link: string, pixel: string): string {
  const paragraphs = (lines: readonly string[], style: string) =>
    lines.map((line) => `<p style="margin:0 0 16px;${style}">${escapeHtml(line)}</p>`).join('\n          ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escapeHtml(subject)}</title>
    <style>
      :root { color-scheme: light dark; }
      @media (prefers-color-scheme: dark) {
        .ground { background-color: ${dark.paper} !important; }
        .card { background-color: ${dark.raised} !important; border-color: ${dark.line} !important; }
        .text, .brand { color: ${dark.ink} !important; }
        .quiet, .quiet a { color: ${dark.quiet} !important; }
        .button { background-color: ${dark.accent} !important; }
        .button a { color: ${dark.onAccent} !important; }
      }
    </style>
  </head>
  <body class="ground" style="margin:0;padding:0;background-color:${light.paper};">
    <table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background-color:${light.paper};">
      <tr><td align="center" style="padding:32px 16px;">
        <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background-color:${light.raised};border:1px solid ${light.line};border-radius:16px;">
          <tr><td class="text" style="padding:32px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:${light.ink};">
          <p class="brand" style="margin:0 0 24px;font:500 20px/1.3 ${SERIF};color:${light.ink};">Anecdotes</p>
          <h1 style="margin:0 0 16px;font:500 26px/1.25 ${SERIF};">${escapeHtml(subject)}</h1>
          <p style="margin:0 0 16px;">${GREETING}</p>
          ${paragraphs(opening, '')}
          <table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0;"><tr>
            <td class="button" style="border-radius:999px;background-color:${light.accent};"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;font-weight:600;color:${light.onAccent};text-decoration:none;">${escapeHtml(action)}</a></td>
          </tr></table>
          <div class="quiet" style="font-size:14px;color:${light.quiet};">
          ${paragraphs(closing, 'font-size:14px;')}
          <p style="margin:0;font-size:13px;">If the button doesn't work, open this link: <a href="${escapeHtml(link)}" style="color:${light.quiet};word-break:break-all;">${escapeHtml(link)}</a></p>
          </div>
          </td></tr>
        </table>
      </td></tr>
    </table>
    <img src="${escapeHtml(pixel)}" width="1" height="1" alt="" style="display:block;border:0;">
  </body>
</html>
`;
}
