import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beginningOf } from '@anecdotes/contracts';
import { escapeHtml } from '@anecdotes/contracts/server/http/escape-html';
import type { ExportRow } from './exported-row.ts';
import type { ExportFigures } from './rows.ts';

const style = readFileSync(new URL('web-page.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('web-page-script.js', import.meta.url), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Only this style and this script may be used, and nothing may be loaded: no anecdote can change what the page does.
 */
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

const mark =
  '<svg viewBox="0 0 28 28" aria-hidden="true"><path d="M6 20 13 8l9 7" fill="none" stroke="currentColor" ' +
  'stroke-width="1.6"/><g fill="currentColor"><circle cx="6" cy="20" r="3"/><circle cx="13" cy="8" r="3.6"/>' +
  '<circle cx="22" cy="15" r="2.6"/></g></svg>';

const number = new Intl.NumberFormat('en');
const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** The pieces of `index.html`: all anecdotes and a search in one file, which loads no other. */
export function webPage({ anecdotes, first, last }: ExportFigures, at: Date) {
  const period = first === null || last === null ? '' : `, ${yearsOf(first, last)}`;
  const about = `${number.format(anecdotes)} ${anecdotes === 1 ? 'anecdote' : 'anecdotes'}${period}. Exported on ${dayOf(at.toISOString().slice(0, 10))}.`;
  let current = '';
  return {
    begin: () => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>Anecdotes</title><style>${style}</style></head><body>
<header>${mark}<h1>Anecdotes</h1><p class="about">${about}</p></header>
<main><div class="search" role="search"><input type="search" aria-label="Search" placeholder="Search"><p role="status"></p></div>`,
    row: (row: ExportRow) => {
      const { date } = row.local;
      const heading = date.slice(0, 7);
      if (heading <= current) return articleOf(row);
      const before = `${current && '</section>'}\n<section><h2>${written(date, monthName)} ${yearOf(date)}</h2>`;
      current = heading;
      return before + articleOf(row);
    },
    end: () => `${current && '</section>'}\n</main><script>${script}</script></body></html>\n`,
  };
}

function articleOf(row: ExportRow): string {
  const { date, time } = row.local;
  const place = placeOf(row);
  let meta = `${dayOf(date)}, ${time.slice(0, 5)}`;
  if (place !== undefined) meta += ` · <bdi>${escapeHtml(place)}</bdi>`;
  if (row.same_here) meta += ' · Same Here';
  let more = '';
  for (const tag of row.tags) more += `<li>${escapeHtml(tag)}</li>`;
  if (more !== '') more = `<ul class="tags">${more}</ul>`;
  if (row.parent !== null) {
    more += `<p class="link">Continues <a href="#${row.connected_to}">${escapeHtml(beginningOf(row.parent.text, 80))}</a></p>`;
  }
  return `
<article id="${row.id}"><p class="text">${escapeHtml(row.description)}</p><p class="meta">${meta}</p>${more}</article>`;
}

const MAX_CACHED = 2_000;
const days = new Map<string, string>();

/** `2026-11-20` as a full English date. */
function dayOf(date: string): string {
  const known = days.get(date);
  if (known !== undefined) return known;
  if (days.size >= MAX_CACHED) days.clear();
  const text = `${written(date, dayName)}, ${yearOf(date)}`;
  days.set(date, text);
  return text;
}

/** The year of a date, with four digits also if it is below 1000, so that it is not taken for a day. */
function yearOf(date: string): string {
  return date.slice(0, -'-11-20'.length);
}

function written(date: string, format: Intl.DateTimeFormat): string {
  return format.format(new Date(date.length > '2026-11-20'.length ? `+0${date}` : date));
}

/** The location that a person wrote, else the address, else the coordinates. */
function placeOf({ location, address, lat, lng }: ExportRow): string | undefined {
  if (location !== null) return location;
  if (address !== null) return address;
  return lat === null || lng === null ? undefined : `${lat.toFixed(4)}, ${lng.toFixed(4)}`;
}

function yearsOf(first: Date, last: Date): string {
  const [from, to] = [first.getUTCFullYear(), last.getUTCFullYear()];
  return from === to ? String(from) : `${from} to ${to}`;
}
