import { JournalFile } from '@anecdotes/contracts';
import { z } from 'zod';

/** JSON Schema 2020-12 of `journal.json`. */
export const journalSchema = z.toJSONSchema(JournalFile, { io: 'output' }) as { $schema: string };
