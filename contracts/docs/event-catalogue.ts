import { z } from 'zod';
import type { EventDefinition } from '../src/event.ts';
import { journalEvents } from '../src/journal.ts';
import { streamPrefix } from '../src/streams.ts';

const BEGIN = '<!-- event catalogue begins -->\n';
const END = '<!-- event catalogue ends -->\n';

/** Returns `readme` with the catalogue of all events between its two markers. */
export function withEventCatalogue(readme: string): string {
  const [before, after] = [readme.indexOf(BEGIN) + BEGIN.length, readme.indexOf(END)];
  if (before < BEGIN.length || after < before)
    throw new Error(`the markers ${BEGIN.trim()} and ${END.trim()} are missing`);
  return readme.slice(0, before) + eventCatalogue() + readme.slice(after);
}

/** A Markdown table with one row per event type. */
function eventCatalogue(): string {
  const head = ['event', 'version', 'stream', 'fields in the clear', 'sealed fields', 'since'];
  const rows = Object.values(journalEvents).map(rowOf);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function rowOf({ type, version, stream, since, description, personalFields, data }: EventDefinition): string[] {
  const fields = Object.entries((z.toJSONSchema(data) as Schema).properties ?? {});
  const listed = (areSealed: boolean) =>
    fields
      .filter(([name]) => personalFields.includes(name) === areSealed)
      .map(([name, schema]) => `\`${name}\` (${kindOf(schema)})`)
      .join(', ');
  const name = `**${type}**<br>${description}`;
  return [name, String(version), `\`${streamPrefix(stream)}…\``, listed(false), listed(true), since];
}

/** The part of JSON Schema that events need. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};

function kindOf({ type, format, const: only, enum: words, anyOf, items, properties }: Schema): string {
  if (anyOf) return anyOf.map(kindOf).join(' or ');
  if (words) return words.join(' or ');
  if (only !== undefined) return String(only);
  if (items) return `list of ${kindOf(items)}`;
  if (properties) return `{${listOf(properties)}}`;
  if (format !== undefined) return format === 'date-time' ? 'time' : format;
  return String(type).replace('string', 'text').replace(',', ' or ');
}

function listOf(properties: Readonly<Record<string, Schema>>): string {
  return Object.entries(properties)
    .map(([name, schema]) => `${name}: ${kindOf(schema)}`)
    .join(', ');
}
