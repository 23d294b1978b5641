import fc from 'fast-check';

/** The parts of an OpenAPI document that requests are made of. */
export type ApiDocument = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

type Operation = {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: { readonly [type: string]: Media } };
  readonly responses: {
    readonly [status: string]: { readonly headers?: object; readonly content?: { readonly [type: string]: Media } };
  };
};

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
};

type Media = { readonly schema?: Schema; readonly example?: unknown };

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
};

/** A request that matches the document, or nearly does. */
export type MadeRequest = {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string | undefined;
};

/** Texts that programs often handle wrongly. */
const hostile = fc.constantFrom(
  ...['', ' ', '\u0000', '\ud800', '\u202eabc', '%', '%00', "' or 1=1 --", '<script>', '../..', 'null', '-1', '1e309'],
  ...['9'.repeat(30), 'a'.repeat(3_000), '\u{1f600}', 'İ', '{}', '[]', 'NaN', '0x1', '2026-02-30', '🏳️‍🌈,🏳️‍🌈'],
);
const junk = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.jsonValue());

/**
 * Requests to the operations of `document`, except those in `untried`, about objects with the ids in `ids` and with
 * random ids, and without the parameters named in `omitted`.
 */
export function requestsOf(
  document: ApiDocument,
  { ids, untried, omitted }: { ids: readonly string[]; untried: readonly string[]; omitted: readonly string[] },
): fc.Arbitrary<MadeRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tried = operations.filter(({ path, method }) => !untried.includes(`${method} ${path}`));
  const valuesOf = createValues(document, ids);
  return fc.constantFrom(...tried).chain(({ path, method, operation }) => {
    const { requestBody } = operation;
    const parameters = operation.parameters.filter(({ name }) => !omitted.includes(name));
    const of = (place: Parameter['in']) =>
      fc.record(
        Object.fromEntries(
          parameters.filter((one) => one.in === place).map((one) => [one.name, textOf(one, valuesOf)]),
        ),
        { requiredKeys: parameters.filter((one) => one.in === place && one.required).map(({ name }) => name) },
      );
    const [[type = '', media] = []] = Object.entries(requestBody?.content ?? {});
    const body = media?.schema === undefined ? fc.constant(undefined) : seldom(valuesOf(media.schema), junk);
    return fc
      .record({ path: of('path'), query: of('query'), headers: of('header'), body })
      .map(({ path: names, query, headers, body: sent }) => ({
        operation: `${method} ${path}`,
        method,
        url: path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(wellFormed(names[name]))) + searchOf(query),
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, printable(value)])),
          ...(sent !== undefined && { 'content-type': type }),
        },
        payload: sent === undefined ? undefined : type.endsWith('urlencoded') ? formOf(sent) : JSON.stringify(sent),
      }));
  });
}

type Values = (schema: Schema) => fc.Arbitrary<unknown>;

const seldom = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: rare });

/** Makes values that match a schema, and occasionally one that does not. */
function createValues(document: ApiDocument, ids: readonly string[]): Values {
  const uuid = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
  const instant = fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString());

  function fitting(schema: Schema): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined)
      return fitting(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const either = schema.anyOf ?? schema.oneOf;
    if (either !== undefined) return fc.oneof(...either.map(valuesOf));
    const [type] = [schema.type ?? 'any'].flat();
    const range = { min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 };
    switch (type) {
      case 'object':
        return fc.record(mapValues(schema.properties ?? {}, valuesOf), { requiredKeys: [...(schema.required ?? [])] });
      case 'array':
        return fc.array(valuesOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 });
      case 'string':
        return stringOf(schema);
      case 'integer':
        return fc.integer({ min: Math.ceil(range.min), max: Math.floor(range.max) });
      case 'number':
        return fc.double({ ...range, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue();
    }
  }

  function stringOf({ format, pattern }: Schema): fc.Arbitrary<string> {
    if (format === 'uuid') return uuid;
    if (format === 'date-time') return instant;
    if (format === 'date') return instant.map((text) => text.slice(0, 10));
    if (pattern !== undefined && pattern.length < 40) return fc.stringMatching(new RegExp(pattern));
    return fc.oneof(fc.lorem({ maxCount: 3 }), fc.string(), uuid, instant);
  }

  const valuesOf: Values = (schema) => seldom(fitting(schema), junk);
  return valuesOf;
}

function mapValues<To>(object: { readonly [name: string]: Schema }, to: (schema: Schema) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([name, schema]) => [name, to(schema)]));
}

/** A parameter as the text that is sent in a URL or a header. */
function textOf({ schema }: Parameter, valuesOf: Values): fc.Arbitrary<string> {
  return valuesOf(schema).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

const wellFormed = (text: string | undefined) => (text ?? '').toWellFormed() || '-';
const printable = (text: string | undefined) => (text ?? '').replaceAll(/[^\x20-\x7e]/g, '?');

function searchOf(query: { readonly [name: string]: string | undefined }): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given))}`;
}

function formOf(fields: unknown): string {
  const texts = Object.entries(Object(fields)).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(Object.fromEntries(texts)).toString();
}
