import type { Socket } from 'node:net';
import pg from 'pg';

/** The error message for a statement that was not answered in time, the same as that of pg for its `query_timeout`. */
export const ANSWER_TIMEOUT = 'Query read timeout';

const failedConnects = new WeakSet<Error>();

/** True of an error with which a Client could not connect because the database did not answer. */
export function isFailedConnect(error: Error): boolean {
  return failedConnects.has(error);
}

/**
 * Returns `error`, and makes `isFailedConnect` true of it if the database did not answer. A refusal by the database, or
 * of its certificate, has a code but names no system call.
 */
function asFailedConnect(error: Error): Error {
  if ('syscall' in error || !('code' in error)) failedConnects.add(error);
  return error;
}

type Connected = (error: Error) => void;
type Answered = (error: Error | undefined, result?: pg.QueryResult) => void;
type Statement = string | (pg.QueryConfig & { readonly query_timeout?: number });

/**
 * A connection that is closed when no data arrive for a statement for `query_timeout` milliseconds: the timeout of the
 * statement, or else that of the connection.
 *
 * It has one timer for all statements and gives pg a callback for each. For promises and timers of its own, pg 8.23
 * assigns `query.callback = (error, result) => …`, and V8 allocates a function literal that is assigned to a property
 * in the old generation: the rows of every answer then survive young garbage collections (`--trace-gc`: 6 to 10 ms for
 * 40 MB of garbage instead of 0.3 ms).
 */
export class Client extends pg.Client {
  readonly #timeout: number;
  #watched: Socket | undefined;
  #unanswered = 0;
  #isCorked = false;

  constructor({ query_timeout: timeout = 0, ...config }: pg.ClientConfig = {}) {
    super(config);
    this.#timeout = timeout;
  }

  /** The same as in pg; `isFailedConnect` knows the error of a failed connect. */
  override connect(connected?: Connected | ((error: null, client: pg.Client) => void)): never {
    if (connected === undefined)
      return super.connect().catch((error) => Promise.reject(asFailedConnect(error))) as never;
    return super.connect((error: Error | null) =>
      (connected as (error: Error | null) => void)(error && asFailedConnect(error)),
    ) as never;
  }

  /** The same as in pg; the overloads there have no common return type. */
  override query(statement: Statement | pg.Submittable, values?: unknown, callback?: unknown): never {
    if (typeof statement === 'object' && 'submit' in statement) return super.query(statement) as never;
    const parameters = typeof values === 'function' ? undefined : (values as unknown[] | undefined);
    const answered = (typeof values === 'function' ? values : callback) as Answered | undefined;
    if (answered !== undefined) return this.#ask(statement, parameters, answered) as never;
    const answer = new Promise<pg.QueryResult | undefined>((resolve, reject) => {
      this.#ask(statement, parameters, (error, result) => (error ? reject(error) : resolve(result)));
    });
    return answer as never;
  }

  #ask(statement: Statement, values: unknown[] | undefined, answered: Answered): void {
    this.#writeTogether();
    this.#watch(typeof statement === 'string' ? this.#timeout : (statement.query_timeout ?? this.#timeout));
    this.#unanswered += 1;
    const settle: Answered = (error, result) => {
      this.#unanswered -= 1;
      answered(error, result);
    };
    if (values === undefined) super.query(statement, settle as never);
    else super.query(statement as string, values, settle as never);
  }

  /** Sends the statements of one turn of the event loop with one write. */
  #writeTogether(): void {
    const { stream } = this.connection;
    if (this.#isCorked) return;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  #watch(timeout: number): void {
    const stream = this.connection.stream as Socket;
    if (this.#watched !== stream) {
      this.#watched = stream;
      stream.on('timeout', () => {
        if (this.#unanswered > 0) stream.destroy(new Error(ANSWER_TIMEOUT));
      });
    }
    if (stream.timeout !== timeout) stream.setTimeout(timeout);
  }
}
