import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CreateAnecdote, CreateAnecdotes } from '../src/anecdote/commands.ts';
import { AnecdoteView } from '../src/anecdote/views.ts';
import { FailureEnvelope } from '../src/envelope.ts';

export type Json = { readonly [key: string]: unknown };

export const REFERENCE = '#/components/schemas/';

/** Schemas that are defined once and referenced by name. */
const named = z.registry<{ id: string }>();
named.add(AnecdoteView, { id: 'Anecdote' });
named.add(FailureEnvelope, { id: 'Failure' });

/** The JSON schema of `schema`, as input or output of a call, with what its parts say of themselves (`describe`, `meta`). */
export function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  metadata: z.core.$ZodRegistry<{ id: string }> = named,
): Json {
  const described = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      if (zodSchema === CreateAnecdotes.shape.anecdotes) jsonSchema.items = schemaOf(CreateAnecdote, 'input');
      // The pattern is long and adds nothing to the format or the type; a boolean of a query is an enum of words there.
      if (jsonSchema.format !== undefined || jsonSchema.type === 'integer') delete jsonSchema.pattern;
      if (jsonSchema.type === 'boolean') delete jsonSchema.enum;
    },
  });
  const { $schema: _dialect, $defs: _named, ...own } = described;
  return JSON.parse(JSON.stringify(own).replaceAll('#/$defs/', REFERENCE));
}

/** The JSON schema of `schema` in full, without a reference to its name. */
export function componentOf(schema: z.ZodType): Json {
  return schemaOf(schema, 'output', z.registry());
}

/** Returns `example`; throws an Error if it does not match `shape`. */
export function exampleOf(name: string, what: 'body' | 'answer', shape: z.ZodType, example: unknown): unknown {
  if (example === undefined && !(what === 'body' && shape.safeParse(undefined).success))
    throw new Error(`examples in contracts/docs/examples.ts has no ${what} of ${name}`);
  const { success, data, error } = shape.safeParse(example);
  if (!success) throw new Error(`the example of the ${what} of ${name} is wrong: ${z.prettifyError(error)}`);
  // Parsing removes unknown fields.
  if (what === 'answer' && !isDeepStrictEqual(data, example))
    throw new Error(`the example of the ${what} of ${name} has more than its schema`);
  return example;
}
