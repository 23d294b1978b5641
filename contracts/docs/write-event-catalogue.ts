import { readFileSync, writeFileSync } from 'node:fs';
import { withEventCatalogue } from './event-catalogue.ts';

const readme = new URL('../README.md', import.meta.url);
writeFileSync(readme, withEventCatalogue(readFileSync(readme, 'utf8')));
