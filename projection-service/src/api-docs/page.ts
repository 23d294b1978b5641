import { escapeHtml } from '@anecdotes/contracts/server/http/escape-html';

/** The part of an OpenAPI document that the page shows. */
export type ApiDocument = {
  info: { title: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

type Content = Record<string, { schema?: Schema; example?: unknown }>;

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  maxLength?: number;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

/** The colours of the web app, repeated here because this page does not load its files. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.985 0.008 85), oklch(0.185 0.01 60));
  --sunk: light-dark(oklch(0.96 0.012 85), oklch(0.155 0.01 60));
  --ink: light-dark(oklch(0.25 0.02 60), oklch(0.92 0.012 85));
  --quiet: light-dark(oklch(0.48 0.02 65), oklch(0.71 0.015 75));
  --hair: light-dark(oklch(0.25 0.02 60 / 0.13), oklch(0.92 0.012 85 / 0.14));
  --accent: light-dark(oklch(0.55 0.17 33), oklch(0.73 0.14 38));
  font: 16px/1.6 "Instrument Sans", Inter, system-ui, sans-serif;
}
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); }
h1, h2 { font-family: Newsreader, "Source Serif 4", Georgia, serif; font-weight: 500; line-height: 1.2; }
h1 { margin: 1rem 0; font-size: 2.5rem; }
h2 { margin: 2.5rem 0 .25rem; font-size: 1.75rem; }
h2 + p { margin-top: 0; color: var(--quiet); }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
main > p { max-width: 68ch; }
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .5rem 0; border-block: 1px solid var(--hair); list-style: none; }
nav a { display: inline-block; padding: .5rem 0; }
details { border-top: 1px solid var(--hair); }
details[open] { padding-bottom: 1rem; }
summary { padding: .75rem 0; cursor: pointer; overflow-wrap: anywhere; }
summary:hover { color: var(--accent); }
summary b { display: inline-block; min-width: 4rem; color: var(--accent); font-size: .8125rem; }
summary span { color: var(--quiet); }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875rem; }
pre, table { overflow-x: auto; font-size: .875rem; }
pre { padding: .75rem 1rem; border-radius: 10px; background: var(--sunk); white-space: pre-wrap; overflow-wrap: anywhere; }
th { text-align: start; font-weight: 400; white-space: nowrap; }
th, td { padding: .25rem 1rem .25rem 0; vertical-align: top; }
@media (max-width: 40rem) {
  tr { display: block; }
  th, td { display: inline-block; }
  td:last-child { display: block; }
}`;

/** The page that shows an API document: HTML that loads nothing and has no script. */
export function pageOf({ info, tags, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const sections = tags.map(({ name, description = '' }) => {
    const own = operations.filter((operation) => operation.tags.includes(name));
    return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${own.map(operationOf).join('')}</section>`;
  });
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3>${escapeHtml(name)}</h3><pre tabindex="0">${escapeHtml(typeOf(schema))}</pre>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info.title)} API</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main>
<h1>${escapeHtml(info.title)} API</h1>${info.description
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join('')}
<p>For programs: <a href="openapi.json">openapi.json</a></p>
<nav aria-label="Topics"><ul>${tags
    .map(({ name }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
    .join('')}</ul></nav>${sections.join('')}
<section><h2>shapes</h2>${shapes.join('')}</section></main></body></html>`;
}

function operationOf(operation: Operation & { path: string; method: string }): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: place, required, description: about = '', schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${place}${required ? ', required' : ''}</td>` +
      `<td>${escapeHtml(typeOf(schema))}</td><td>${escapeHtml(about)}</td></tr>`,
  );
  const answers = Object.entries(responses).map(([status, answer]) =>
    Number(status) < 300
      ? `<h3>${status}</h3>${contentOf(answer.content)}`
      : `<p><strong>${status}</strong> ${escapeHtml(answer.description)}</p>`,
  );
  return `<details id="${operationId}"><summary><b>${method}</b><code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
${description === undefined ? '' : `<p>${escapeHtml(description)}</p>`}
${rows.length === 0 ? '' : `<h3>Parameters</h3><table>${rows.join('')}</table>`}
${requestBody === undefined ? '' : `<h3>Body</h3>${contentOf(requestBody.content)}`}${answers.join('')}</details>`;
}

function contentOf(content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const shape = schema === undefined ? '' : `\n${typeOf(schema)}`;
      return `<pre tabindex="0">${escapeHtml(type + shape)}</pre>${exampleOf(example)}`;
    })
    .join('');
}

function exampleOf(example: unknown): string {
  if (example === undefined) return '';
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return `<p>Example</p><pre tabindex="0">${escapeHtml(text)}</pre>`;
}

/** A schema as a type that reads like TypeScript; what a field means is a comment before it. */
function typeOf(schema: Schema, indent = ''): string {
  const { $ref, type, format, const: only, enum: values, anyOf, oneOf, items, properties, required = [] } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  const either = anyOf ?? oneOf;
  if (either !== undefined) return either.map((one) => typeOf(one, indent)).join(' | ');
  if (type === 'array') return `${typeOf(items ?? {}, indent)}[]`;
  if (properties !== undefined) {
    const deeper = `${indent}  `;
    const fields = Object.entries(properties).map(([name, field]) => {
      const comment = field.description === undefined ? '' : `${deeper}// ${field.description}\n`;
      return `${comment}${deeper}${name}${required.includes(name) ? '' : '?'}: ${typeOf(field, deeper)}`;
    });
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  const { additionalProperties } = schema;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `{ [name]: ${typeOf(additionalProperties)} }`;
  const length = schema.maxLength === undefined ? undefined : `at most ${schema.maxLength} characters`;
  const limits = [format, length].filter((limit) => limit !== undefined).join(', ');
  return [type ?? 'any'].flat().join(' | ') + (limits === '' ? '' : ` (${limits})`);
}
