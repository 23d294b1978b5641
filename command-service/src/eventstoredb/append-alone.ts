import {
  ANY,
  type AppendExpectedRevision,
  type EventStoreDBClient,
  type JSONEventType,
  jsonEvent,
  NO_STREAM,
  StreamDeletedError,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { Append, ExpectedRevision } from '../event-log.ts';
import { ServerTimeout, type Stored } from './append-pipe.ts';

/** Makes one append in a call of its own, for servers without batch append. */
export async function appendAlone(client: EventStoreDBClient, append: Append, milliseconds: number): Promise<Stored> {
  const events = append.events.map(({ id, type, data, metadata }) =>
    jsonEvent<JSONEventType>({ id, type, data: data as JSONEventType['data'], metadata }),
  );
  try {
    const result = await client.appendToStream(append.stream, events, {
      expectedRevision: toClient(append.expectedRevision),
      requiresLeader: true,
      deadline: milliseconds,
    });
    return { status: 'appended', revision: Number(result.nextExpectedRevision), position: result.position?.commit };
  } catch (error) {
    if (error instanceof StreamDeletedError) return { status: 'conflict', revision: null };
    if (error instanceof TimeoutError) throw new ServerTimeout('the server ran out of time', { cause: error });
    if (!(error instanceof WrongExpectedVersionError)) throw error;
    const { actualVersion } = error;
    return { status: 'conflict', revision: typeof actualVersion === 'bigint' ? Number(actualVersion) : null };
  }
}

function toClient(expected: ExpectedRevision): AppendExpectedRevision {
  if (expected === 'any') return ANY;
  return expected === 'no-stream' ? NO_STREAM : BigInt(expected);
}
