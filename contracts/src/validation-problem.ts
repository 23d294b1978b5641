import type { z } from 'zod';
import { Problem } from './problem.ts';

/** What is wrong per field of a refused input, as VALIDATION_FAILED carries it. */
export function validationProblem(error: z.ZodError): Problem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'Unknown field';
    } else fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  const [first] = Object.entries(fields);
  const message = first === undefined ? {} : { message: describe(first[0], first[1]) };
  return new Problem('VALIDATION_FAILED', { ...message, fields });
}

/** The product's own sentences stand alone; a library's message needs its field's name. */
function describe(field: string, message: string): string {
  return /^(Please|Passwords?|No) /.test(message) ? message : `${field}: ${message}`;
}
