import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Refusal } from './messages.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Writes one message and waits while the client does not read; false once the client is gone. */
export async function write(call: ReadCall, response: ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(response)) return true;
  await firstOf(call, ['drain', 'cancelled', 'close', 'error']);
  return !call.cancelled && !call.destroyed;
}

/** Resolves at the first of the events in `names`, or when `also` calls its argument. */
export async function firstOf(
  emitter: Pick<ReadCall, 'on' | 'off'>,
  names: readonly string[],
  also: (resolve: () => void) => () => void = () => () => {},
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = () => resolve();
  for (const name of names) emitter.on(name, listener);
  const forget = also(resolve);
  await promise;
  for (const name of names) emitter.off(name, listener);
  forget();
}

export function fail(call: { emit(name: 'error', error: unknown): boolean }, refusal: Refusal): void {
  call.emit('error', refusal);
}
