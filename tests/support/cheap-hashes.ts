import crypto from 'node:crypto';

/* Preloaded into programs that tests start: their password hashes name the usual cost but take almost no time, where
 * real ones would take half of a start and most of a log-in. Unit tests and log-in.test.ts test the real cost. */

const { argon2 } = crypto;

crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, callback);
