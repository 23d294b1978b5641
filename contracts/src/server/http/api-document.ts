import { readFileSync } from 'node:fs';

/** The OpenAPI document of both services, as JSON. */
export function readApiDocument(): string {
  return readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
}
