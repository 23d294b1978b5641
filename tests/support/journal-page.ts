import type { AnecdoteView, CreateAnecdote } from '@anecdotes/contracts';
import { type Browser, expect, type Page } from '@playwright/test';
import { openPage } from './browser.ts';
import { type Client, logIn } from './client.ts';
import { newMember } from './local-mails.ts';

/** The password of each account. */
export const PASSWORD = 'rain against the hinge';
let journals = 0;

type Given = Partial<Omit<CreateAnecdote, 'connected_to'>> & { connected_to?: string };

/** A person with a journal of their own: a page that is logged in and a client that writes. */
export type Journal = {
  username: string;
  page: Page;
  client: Client;
  /** Uncaught errors of the page, and what else must not happen in it. */
  problems: string[];
  go(path: string): Promise<unknown>;
  /** Closes the page and its browser context, and expects that there were no problems. */
  close(): Promise<void>;
  /** Writes an anecdote, each with a later timestamp than the one before unless one is given. */
  write(description: string, given?: Given): Promise<AnecdoteView>;
};

/** Creates an account at `address` and opens a page that is logged in as it and has declined analytics. */
export async function openJournal(browser: Browser, address: string): Promise<Journal> {
  journals += 1;
  const username = `mara${journals}`;
  await newMember(address, username, PASSWORD);
  const client = await logIn(address, username, PASSWORD);
  const problems: string[] = [];
  const page = await openPage(browser, problems);
  await keepLoggedIn(page, client);
  let written = 0;
  return {
    username,
    page,
    client,
    problems,
    go: (path) => page.goto(`${address}${path}`),
    async close() {
      await page.context().close();
      expect(problems).toEqual([]);
    },
    async write(description, given = {}) {
      written += 1;
      const timestamp = new Date(Date.now() - 86_400_000 + written * 60_000).toISOString();
      const anecdote = { description, tags: [], timestamp, ...given };
      const { status, body } = await client.call('POST', '/api/anecdotes', anecdote);
      if (status !== 201) throw new Error(`writing answered ${status}: ${body.detail}`);
      return body.data;
    },
  };
}

/** Logs `page` in as `client` and declines analytics, at each of its loads. */
export function keepLoggedIn(page: Page, client: Client): Promise<unknown> {
  return page.addInitScript((token) => {
    localStorage.setItem('auth_token', token);
    localStorage.setItem('analytics_cookies', 'declined');
  }, client.token);
}

/** Writes `count` anecdotes in batches, each with the fields that `given` has for it. Returns the last log position. */
export async function writeMany(client: Client, count: number, given: (index: number) => object): Promise<string> {
  let position = '';
  for (let first = 0; first < count; first += 500) {
    const anecdotes = Array.from({ length: Math.min(500, count - first) }, (_, index) => ({
      description: `Number ${first + index}`,
      tags: [],
      timestamp: new Date(Date.UTC(2024, 0, 1) + (first + index) * 60_000).toISOString(),
      ...given(first + index),
    }));
    const { status, headers } = await client.call('POST', '/api/anecdotes/batch', { anecdotes });
    expect(status).toBe(200);
    position = headers.get('x-log-position') ?? '';
  }
  return position;
}
