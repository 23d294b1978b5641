import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { LoggedEvent } from './log.ts';

/** True for events that the request's filter lets through. */
export function filterOf(options: NonNullable<ReturnType<ReadReq['getOptions']>>): (event: LoggedEvent) => boolean {
  const filter = options.getFilter();
  if (filter === undefined) return () => true;
  const onStream = filter.getStreamIdentifier();
  const expression = onStream ?? filter.getEventType();
  const subject = (event: LoggedEvent) => (onStream ? event.stream : event.type);
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() ?? '');
  if (prefixes.length === 0) return (event) => regex.test(subject(event));
  return (event) => prefixes.some((prefix) => subject(event).startsWith(prefix));
}
