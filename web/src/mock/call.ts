import { describeIssue, limits, Problem, type Success, validationProblem } from '@anecdotes/contracts';
import type { z } from 'zod';
import type { MockFailure } from './storage.ts';
import type { Tables } from './tables.ts';

/** The data and connections of the mock service. */
export type Mock = {
  readonly tables: Tables;
  /** Receives each mail that the service would send; `link` is the address in it. */
  readonly onMail: (mail: { to: string; subject: string; link: string }) => void;
  /** Dispatches `change` after a change in this tab or another one. */
  readonly changes: EventTarget;
};

/** One call, as a handler gets it. */
export type Call = Awaited<ReturnType<typeof readCall>>;

/** An envelope without success, error and timestamp. */
export type Body<Envelope extends Success<unknown>> = Omit<Envelope, 'success' | 'error' | 'timestamp'>;

/** The answer of a handler: the body of the envelope, and status and headers. */
export type Answer = {
  readonly data?: unknown;
  readonly problem?: Problem | MockFailure;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Omits the position, which would reveal whether anything changed. */
  readonly isSilent?: true;
  /** Replaces the envelope. */
  readonly content?: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly [extraField: string]: unknown;
};

export type Method = 'get' | 'post' | 'put' | 'delete';
export type Handle = (call: Call) => Answer | Promise<Answer>;
/** Handlers by method and path; the first that matches answers. */
export type Routes = Readonly<Record<`${Method} /${string}`, Handle>>;

/** Reads `request`, with the parameters of its path in `params`. */
export async function readCall(mock: Mock, request: Request, params: Readonly<Record<string, string>>) {
  const { sessions, accounts } = mock.tables;
  const text = await request.text();
  const now = new Date();
  /** The account and session of the caller; throws UNAUTHENTICATED. */
  const caller = () => {
    const authorization = request.headers.get('authorization');
    const session = sessions.all().find(({ token }) => authorization === `Bearer ${token}`);
    const account = accounts.all().find(({ id }) => id === session?.account);
    if (!session || !account || session.expires_at <= now.toISOString()) throw new Problem('UNAUTHENTICATED');
    return { account, session };
  };
  return {
    ...mock,
    now,
    request,
    params,
    caller,
    /** The caller, if it is not the guest; throws GUEST_NOT_ALLOWED. */
    member: () => {
      const member = caller();
      if (member.account.role === 'guest') throw new Problem('GUEST_NOT_ALLOWED');
      return member;
    },
    /** Throws REAUTH_REQUIRED if the caller is a member who entered their password a while ago. */
    checkPasswordIsRecent: () => {
      const { account, session } = caller();
      const age = now.getTime() - Date.parse(session.created_at);
      if (account.role !== 'guest' && age > limits.recentPasswordSeconds * 1000) throw new Problem('REAUTH_REQUIRED');
    },
    /** The query string; throws VALIDATION_FAILED. */
    query: <Schema extends z.ZodType>(schema: Schema) =>
      parsed(schema, Object.fromEntries(new URL(request.url).searchParams)),
    /** The body; throws VALIDATION_FAILED. */
    input: <Schema extends z.ZodType>(schema: Schema) => parsed(schema, jsonOf(text)),
    /** The fields of a form. */
    form: () => Object.fromEntries(new URLSearchParams(text)),
  };
}

/** The refusal of the value of one field. */
export function invalid(field: string, message: string): Problem {
  return new Problem('VALIDATION_FAILED', { message, fields: { [field]: message } });
}

/** `value` parsed by `schema`. Throws VALIDATION_FAILED. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value, describeIssue);
  if (error) throw validationProblem(error);
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Problem('MALFORMED_REQUEST');
  }
}
