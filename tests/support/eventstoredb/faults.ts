/** The faults of a test server, which may be changed at any time. Each occurrence reduces a count by one. */
export type Faults = {
  /** Appends that are stored and whose call is cut before the answer. */
  cutAfterAppend: number;
  /** Appends that are refused before they are stored. */
  refuseAppends: number;
  /** Appends that are stored and whose call the server ends with success, without an answer. */
  endWithoutAnswer: number;
  /** Milliseconds that the answer to an append takes. */
  delayAnswers: number;
  /** Milliseconds for which an append is being written; the same append is dropped if it arrives again meanwhile. */
  writeMilliseconds: number;
  /** Milliseconds after which an append that was dropped is answered with a timeout. */
  writeTimeout: number;
  /** Nothing is read, stored or answered any more; connections stay open. */
  blackHole: boolean;
  /** Subscriptions stay open and deliver nothing. */
  silentSubscriptions: boolean;
  /** Calls that need the leader are sent to this port instead. */
  leaderPort: number | undefined;
  /** The server does not support batch appends: many appends over one call. */
  withoutBatchAppend: boolean;
  /** A repeated append is answered without its position, as some versions do. */
  withoutPositions: boolean;
};

export function noFaults(): Faults {
  return {
    cutAfterAppend: 0,
    refuseAppends: 0,
    endWithoutAnswer: 0,
    delayAnswers: 0,
    writeMilliseconds: 0,
    writeTimeout: 2_000,
    blackHole: false,
    silentSubscriptions: false,
    leaderPort: undefined,
    withoutBatchAppend: false,
    withoutPositions: false,
  };
}

type Counted = 'cutAfterAppend' | 'refuseAppends' | 'endWithoutAnswer';

/** True while the count of the fault is above 0, which each call reduces by one. */
export function strikes(faults: Faults, name: Counted): boolean {
  if (faults[name] === 0) return false;
  faults[name] -= 1;
  return true;
}
