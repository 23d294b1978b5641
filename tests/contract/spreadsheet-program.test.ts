import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportRowOf } from '@anecdotes/projection-service/export/exported-row';
import { spreadsheet } from '@anecdotes/projection-service/export/spreadsheet';
import { expect, test } from 'vitest';
import { exportedRow } from '../support/exported-row.ts';
import { journalAnecdote } from '../support/journal-files.ts';

/** The LibreOffice program, such as `soffice`. It takes seconds to start, so the test only runs if this is set. */
const { LIBREOFFICE = '' } = process.env;

const texts = [
  'An old man, "Jean", on the tram',
  'Two\nlines; and more',
  'été 🎻 שלום',
  ...['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://evil.example")', "'"],
];

test.skipIf(LIBREOFFICE === '')(
  'LibreOffice shows the cells of an exported table as text and evaluates no formula',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'spreadsheet-'));
    try {
      const rows = texts.map((description) => {
        const { id } = journalAnecdote();
        const at = Date.UTC(2026, 2, 2, 22, 30, 15);
        const other = { lat: -33.5, lng: 151.25, same_here: false, channel: 'web' };
        const times = { at, created_at: at, updated_at: at };
        const fields = { id, description, time_zone: 'Europe/Zurich', tags: ['tram'], location: description };
        return exportRowOf(exportedRow({ ...fields, ...other, ...times }));
      });
      writeFileSync(join(folder, 'anecdotes.csv'), spreadsheet.begin() + rows.map(spreadsheet.row).join(''));
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      // The options of its import dialog for such a file: commas, quotes, UTF-8.
      const read = '--infilter=CSV:44,34,76,1';
      const sheet = [read, '--convert-to', 'fods', '--outdir', folder, join(folder, 'anecdotes.csv')];
      execFileSync(LIBREOFFICE, [profile, '--headless', ...sheet], { timeout: 90_000, stdio: 'ignore' });
      const xml = readFileSync(join(folder, 'anecdotes.fods'), 'utf8');
      const cells = xml
        .split('<table:table-row')
        .slice(1)
        .map((row) => [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)])
        .map((row) => row.map(([, attributes = '', content = '']) => ({ attributes, text: textOf(content) })));
      const [names = [], ...lines] = cells.filter((row) => row.length > 5);
      const column = (name: string) => names.findIndex(({ text }) => text === name);
      expect(lines.map((row) => row[column('text')]?.text)).toEqual(
        texts.map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text)),
      );
      expect(lines[0]?.[column('latitude')]?.attributes).toContain('office:value="-33.5"');
      expect(lines[0]?.[column('time')]?.attributes).toContain('PT23H30M15S');
      expect(xml).not.toContain('table:formula');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function textOf(content: string): string {
  const lines = [...content.matchAll(/<text:p[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map(([, line = '']) => line);
  return lines
    .join('\n')
    .replaceAll(/<text:tab\/>/g, '\t')
    .replaceAll(/<text:s\/>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}
