import crypto from 'node:crypto';

/* Loaded before a program that tests start: its password hashes name their cost and take next to none of it, where the
 * usual ones would take half of a start and most of a log-in. What a hash costs, unit tests and log-in.test.ts ask. */

const { argon2 } = crypto;

crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, callback);
