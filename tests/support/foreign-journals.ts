import { zipOf } from './zips.ts';

/** An entry of another program's journal, with the fields that it must have after the import. */
export type ForeignEntry = {
  readonly id: string;
  readonly description: string;
  readonly timestamp: string;
  readonly time_zone: string;
  readonly tags: string[];
  readonly location: string | null;
  readonly coordinates: { readonly lat: number; readonly lng: number; readonly address: null } | null;
  /** The index of the entry that this one continues. */
  readonly parent: number | null;
  readonly isArchived: boolean;
};

const zones = ['Europe/Zurich', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'];
const DAY_MS = 86_400_000;

/** Entries of several years, across changes of clocks, some with tags, places, links and attachments. */
export function foreignEntries(count: number): ForeignEntry[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `Ab${n.toString(36).padStart(6, '0')}`,
    description: `Entry ${n}\n\nAn old man on the tram 🎻, שלום ${n}`,
    timestamp: new Date(Date.UTC(2021, 2, 27) + n * 0.61 * DAY_MS + (n % 60) * 1_000)
      .toISOString()
      .replace(/\d{3}Z/, '000Z'),
    time_zone: zones[n % zones.length] ?? 'UTC',
    tags: n % 3 === 0 ? ['tram', `year/${n % 5}`] : [],
    location: n % 4 === 0 ? `Stop ${n}` : null,
    coordinates: n % 8 === 0 ? { lat: 47 + n / 1_000, lng: -8 - n / 1_000, address: null } : null,
    parent: n % 7 === 3 ? n - 1 : null,
    isArchived: n % 11 === 5,
  }));
}

const seconds = (timestamp: string) => timestamp.replace('.000Z', 'Z');
const attachment = { uid: 'att1', filename: 'a.jpg', type: 'image/jpeg', size: 3, path: 'attachments/att1/a.jpg' };

/** The archive that Memos exports: links are stored as the parent of a comment or, every other one, as a reference. */
export async function memosArchive(entries: readonly ForeignEntry[]): Promise<Buffer> {
  const files = entries.flatMap(
    ({ id, description, timestamp, tags, location, coordinates, parent, isArchived }, n) => {
      const other = parent === null ? undefined : entries[parent]?.id;
      const record = {
        uid: id,
        creator: 'mara',
        createTime: seconds(timestamp),
        updateTime: '2026-09-16T08:30:00Z',
        state: isArchived ? 'ARCHIVED' : 'NORMAL',
        visibility: 'PRIVATE',
        pinned: false,
        contentPath: `memos/${id}.md`,
        ...(tags.length > 0 && { tags }),
        ...((location || coordinates) && {
          location: { placeholder: location ?? '', latitude: coordinates?.lat, longitude: coordinates?.lng },
        }),
        ...(other && (n % 2 === 0 ? { parent: other } : { relations: [{ type: 'REFERENCE', memo: other }] })),
        ...(n === 1 && { attachments: [attachment] }),
      };
      return [[`memos/${id}.json`, JSON.stringify(record)] as const, [`memos/${id}.md`, description] as const];
    },
  );
  const manifest = {
    format: 'memos-archive',
    formatVersion: '1.0',
    generator: { name: 'memos', version: '0.31.0' },
    exportTime: '2026-09-16T08:30:00Z',
    scope: { kind: 'USER', user: { username: 'mara' } },
    counts: { memos: entries.length, attachments: 1 },
  };
  return zipOf({
    'manifest.json': JSON.stringify(manifest),
    'attachments/att1/a.jpg': 'no picture',
    ...Object.fromEntries(files),
  });
}

/** What the API of Memos answers to `GET /api/v1/memos`. */
export function memosAnswer(entries: readonly ForeignEntry[]): string {
  const name = (n: number) => `memos/${entries[n]?.id}`;
  const memos = entries.map(({ description, timestamp, tags, location, coordinates, parent }, n) => ({
    name: name(n),
    state: 'NORMAL',
    creator: 'users/1',
    createTime: seconds(timestamp),
    content: description,
    tags,
    attachments: [],
    relations:
      parent === null ? [] : [{ memo: { name: name(n) }, relatedMemo: { name: name(parent) }, type: 'REFERENCE' }],
    ...((location || coordinates) && {
      location: { placeholder: location ?? '', latitude: coordinates?.lat, longitude: coordinates?.lng },
    }),
  }));
  return JSON.stringify({ memos, nextPageToken: '' });
}

/** The zip file that Journiv exports: its entries have titles, but no ids and no links. */
export async function journivExport(entries: readonly ForeignEntry[]): Promise<Buffer> {
  const written = entries.map(({ description, timestamp, time_zone, tags, location, coordinates }, n) => {
    const [title, ...rest] = description.split('\n\n');
    const text = rest.join('\n\n');
    const delta = { ops: [{ insert: text }, { insert: { image: 'media/1' } }, { insert: '\n' }] };
    return {
      title,
      content_plain_text: n % 2 === 0 ? text : null,
      content_delta: n % 4 === 3 ? null : delta,
      ...(n % 4 === 3 && { content: text }),
      entry_date: timestamp.slice(0, 10),
      entry_datetime_utc: n % 2 === 0 ? seconds(timestamp) : seconds(timestamp).replace('Z', ''),
      entry_timezone: time_zone,
      word_count: 9,
      is_pinned: false,
      is_draft: false,
      tags,
      mood_log: null,
      location_json: location && { name: location },
      latitude: coordinates?.lat ?? null,
      longitude: coordinates?.lng ?? null,
      media: n === 1 ? [{ filename: 'a.jpg', media_type: 'image', file_size: 3, mime_type: 'image/jpeg' }] : [],
      created_at: '2026-09-16T08:30:00Z',
      updated_at: '2026-09-16T08:30:00Z',
    };
  });
  const half = Math.ceil(written.length / 2);
  const journal = (title: string, of: typeof written) => ({ title, is_archived: false, entries: of });
  const data = {
    export_version: '1.0',
    export_date: '2026-09-16T08:30:00Z',
    app_version: '0.1.0',
    user_email: 'mara@example.org',
    journals: [journal('One', written.slice(0, half)), journal('Two', written.slice(half))],
    mood_definitions: [{ name: 'calm', category: 'positive' }],
    stats: { entry_count: written.length },
  };
  return zipOf({ 'data.json': JSON.stringify(data), 'media/a.jpg': 'no picture' });
}

/** The zip file that Day One exports: punctuation of its texts is escaped, and links name entries by their ids. */
export async function dayOneExport(entries: readonly ForeignEntry[]): Promise<Buffer> {
  const written = entries.map(({ description, timestamp, time_zone, tags, location, coordinates, parent }, n) => {
    const link = parent === null ? '' : `\n\n[Before](dayone://view?entryId=${dayOneId(parent)})`;
    return {
      uuid: dayOneId(n),
      creationDate: seconds(timestamp),
      modifiedDate: '2026-09-16T08:30:00Z',
      timeZone: time_zone,
      text: `${description.replaceAll(/[.!]/g, '\\$&')}${link}${n === 1 ? '\n\n![](dayone-moment://0A)' : ''}`,
      tags,
      ...((location || coordinates) && {
        location: { userLabel: location, latitude: coordinates?.lat, longitude: coordinates?.lng },
      }),
      ...(n === 1 && { photos: [{ identifier: '0A', type: 'jpeg' }] }),
    };
  });
  return zipOf({ 'Journal.json': JSON.stringify({ metadata: { version: '1.0' }, entries: written }) });
}

export function dayOneId(n: number): string {
  return n.toString(16).toUpperCase().padStart(32, '0');
}

/** The zip file of Google Takeout with Keep: a file for each note, without zones, places and links. */
export async function keepTakeout(entries: readonly ForeignEntry[]): Promise<Buffer> {
  const files = entries.map(({ description, timestamp, tags, isArchived }, n) => {
    const [title, ...rest] = description.split('\n\n');
    const note = {
      title,
      textContent: rest.join('\n\n'),
      isTrashed: isArchived,
      isArchived: false,
      labels: tags.map((name) => ({ name })),
      createdTimestampUsec: Date.parse(timestamp) * 1_000,
      userEditedTimestampUsec: Date.parse('2026-09-16T08:30:00Z') * 1_000,
      ...(n === 1 && { attachments: [{ filePath: 'a.jpg', mimetype: 'image/jpeg' }] }),
    };
    return [`Takeout/Keep/Note ${n}.json`, JSON.stringify(note)] as const;
  });
  return zipOf({ 'Takeout/archive_browser.html': '<p>', ...Object.fromEntries(files) });
}
