import { MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { UnreadableEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { expect, test } from 'vitest';
import { faultOf, HandlerFailed, labelOf } from './failure.ts';

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code });

test.each([
  ['an event that cannot be read', new UnreadableEvent('unknown type')],
  ['a projector that fails', new HandlerFailed('failed', { cause: new Error('any') })],
  ['a value of another type', withCode('22P02')],
  ['a value that breaks a rule of its table', withCode('23514')],
  ['a value that is too large for an index', withCode('54000')],
])('%s is the fault of the event', (_name, error) => {
  expect(faultOf(error)).toBe('poison');
});

test('a key missing from the vault is the fault "missing-key", not "poison"', () => {
  expect(faultOf(new MissingKey('no key'))).toBe('missing-key');
});

test.each([
  ['a statement that took too long', withCode('57014')],
  ['a full disk', withCode('53100')],
  ['a lack of memory', withCode('53200')],
  ['too many connections', withCode('53300')],
  ['a lock that is not available', withCode('55P03')],
  ['a deadlock', withCode('40P01')],
  ['a missing table', withCode('42P01')],
  ['a server that shuts down', withCode('57P01')],
  ['a connection that was refused', withCode('ECONNREFUSED')],
  ['a name that is not found at the moment', withCode('EAI_AGAIN', 'getaddrinfo EAI_AGAIN vault')],
  ['a certificate that is not trusted', withCode('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')],
  ['a connection that is lost', new Error('Connection terminated unexpectedly')],
  ['a stream that was closed', withCode('ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed')],
  ['a type error of Node.js itself', Object.assign(new TypeError('bad'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['a key that cannot be unwrapped', new Error('Unsupported state or unable to authenticate data')],
  ['a statement that is too complex for the server', withCode('54001')],
  ['a type error outside of the projectors', new TypeError('cannot read properties of undefined')],
  ['a thrown undefined', undefined],
])('%s is not the fault of the event', (_name, error) => {
  expect(faultOf(error)).toBeUndefined();
});

test('the label of a failure has its name and code, but never its message', () => {
  expect(labelOf(withCode('22P02', 'SECRET'))).toBe('Error 22P02');
  expect(labelOf(new HandlerFailed('failed', { cause: new TypeError('SECRET') }))).toBe('TypeError');
});
