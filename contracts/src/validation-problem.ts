import type { z } from 'zod';
import { limits } from './limits.ts';
import { Problem } from './problem.ts';

/**
 * Turns the errors of invalid input into VALIDATION_FAILED with a message per field. Names at most
 * `limits.refusedFields` fields and cuts long names, so that no input leads to a large answer.
 */
export function validationProblem(error: z.ZodError): Problem {
  return problemOf(fieldErrorsOf(error));
}

/** VALIDATION_FAILED for a query string that has a parameter more than once; undefined if it has not. */
export function repetitionProblem(query: object): Problem | undefined {
  const repeated = Object.entries(query).filter(([, value]) => Array.isArray(value));
  if (repeated.length === 0) return undefined;
  return problemOf(repeated.map(([name]) => ({ path: [name], message: 'Must be given only once' })));
}

/** With `sentence`, that one is in the message of the problem instead: `message` stays short for many fields. */
type FieldError = { readonly path: readonly PropertyKey[]; readonly message: string; readonly sentence?: string };

function problemOf(errors: Iterable<FieldError>): Problem {
  const fields: Record<string, string> = {};
  let count = 0;
  let first: string | undefined;
  for (const { path, message, sentence = message } of errors) {
    const name = path.length === 0 ? 'body' : path.join('.').slice(0, limits.refusedFieldName).toWellFormed();
    if (Object.hasOwn(fields, name)) continue;
    if (count === limits.refusedFields) break;
    fields[name] = message;
    first ??= describe(name, sentence);
    count += 1;
  }
  return new Problem('VALIDATION_FAILED', { ...(first !== undefined && { message: first }), fields });
}

function* fieldErrorsOf({ issues }: z.ZodError): Generator<FieldError> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield issue;
    else
      for (const key of issue.keys)
        yield { path: [...issue.path, key], message: 'Unknown field', sentence: issue.message };
  }
}

/** Messages with these first words make sense alone; any other is shown with the name of its field. */
function describe(field: string, message: string): string {
  return /^(Please|Passwords?|No) /.test(message) ? message : `${field || '""'}: ${message}`;
}
