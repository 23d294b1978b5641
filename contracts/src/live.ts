import { z } from 'zod';

/** One server-sent event of `GET /api/live`: the views of this account have reached log position `position`. */
export const LiveChange = z.object({ position: z.string() });
export type LiveChange = z.infer<typeof LiveChange>;
