import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const formats: Record<string, string> = {
  uuid: 'Must be an id',
  date: 'Must be a date (YYYY-MM-DD)',
  datetime: 'Must be an ISO 8601 date and time with an offset',
};

type Issue = z.core.$ZodRawIssue;

/** The error message for a field whose schema has none of its own; those of zod are too technical for most people. */
function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Is required';
      return kinds[issue.expected] === undefined ? 'Is not valid' : `Must be ${kinds[issue.expected]}`;
    case 'too_small':
      return `Must ${bound(issue.origin, 'least', issue.minimum)}`;
    case 'too_big':
      return `Must ${bound(issue.origin, 'most', issue.maximum)}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'Is not valid';
    case 'invalid_value':
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `Unknown field. ${fieldsOf(issue)}`;
    default:
      return 'Is not valid';
  }
}

function fieldsOf({ inst }: Issue): string {
  const known = Object.keys((inst as Partial<z.ZodObject>).shape ?? {});
  return known.length === 0 ? 'None is expected here.' : `Expected here: ${known.join(', ')}.`;
}

function bound(origin: string, side: 'least' | 'most', value: number | bigint): string {
  const plural = Number(value) === 1 ? '' : 's';
  if (origin === 'string') return `be at ${side} ${value} character${plural}`;
  return origin === 'array' ? `have at ${side} ${value} item${plural}` : `be at ${side} ${value}`;
}

/** Options for parsing with a schema, so that its error messages are in plain words. */
export const describeIssue = { error: sentenceFor };
