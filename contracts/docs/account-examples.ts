import { account, at, type Example, eventId, keyId, logIn, message, ok } from './example-values.ts';

const apiKey = {
  id: keyId,
  name: 'Shortcut',
  key_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  user_id: account,
  is_active: true,
  scopes: ['read', 'write'],
  last_used: null,
  created_at: at,
  expires_at: null,
};
const secret = `anec_${'A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6S7t8U9v0W1x'}2Y3z4A`;
const token = { access_token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI…', token_type: 'bearer', expires_in: 43_200 };
const mailed = { token: 'Zk3Q0dVnYl8tqH5b' };

/** An example of every call about an account, its sessions and its API keys. */
export const accountExamples: Readonly<Record<string, Example>> = {
  'GET /api/api-keys': { answer: ok([apiKey]) },
  'POST /api/api-keys': {
    body: { name: 'Shortcut', scopes: ['read', 'write'] },
    answer: ok({ ...apiKey, key: secret }),
  },
  'PUT /api/api-keys/:id': { body: { is_active: false }, answer: ok({ ...apiKey, is_active: false }) },
  'POST /api/api-keys/:id/rotate': { body: { grace_seconds: 3_600 }, answer: ok({ ...apiKey, key: secret }) },
  'DELETE /api/api-keys/:id': { answer: ok({ id: keyId, success: true, message: 'API key deleted' }) },
  'POST /api/auth/register': {
    body: { username: 'ann', email: 'ann@example.org', password: 'a long river', full_name: 'Ann Aare' },
    answer: ok({
      ...{ username: 'ann', email: 'ann@example.org', full_name: 'Ann Aare', is_active: true, is_verified: false },
      message: 'Registration successful! Please check your email to verify your account before logging in.',
    }),
  },
  'POST /api/auth/check-invitation': { body: mailed, answer: ok({ email: 'ann@example.org' }) },
  'POST /api/auth/verify-email': {
    body: mailed,
    answer: ok({
      ...{ is_verified: true, already_verified: false, username: 'ann' },
      message: 'Email verified successfully! You can now log in.',
    }),
  },
  'POST /api/auth/resend-verification-email': {
    body: { email: 'ann@example.org' },
    answer: message('If an account with this email exists and is not verified, a verification email has been sent.'),
  },
  'POST /api/auth/login': { body: logIn, answer: ok(token) },
  'POST /api/auth/token': { body: logIn, answer: token },
  'POST /api/auth/logout': { answer: ok(null) },
  'POST /api/auth/forgot-password': {
    body: { email: 'ann@example.org' },
    answer: message('If an account with this email exists, you will receive a password reset link shortly.'),
  },
  'POST /api/auth/check-reset-link': { body: mailed, answer: ok(null) },
  'POST /api/auth/reset-password': {
    body: { ...mailed, new_password: 'another river', confirm_password: 'another river' },
    answer: ok({ account, message: 'Password reset successfully! You can now log in with your new password.' }),
  },
  'POST /api/auth/change-password': {
    body: { current_password: 'a long river', new_password: 'another river' },
    answer: message('Password changed successfully'),
  },
  'POST /api/auth/confirm-password': { body: { password: 'a long river' }, answer: ok(token) },
  'GET /api/auth/me': {
    answer: ok({
      ...{ id: account, username: 'ann', email: 'ann@example.org', name: 'Ann Aare', full_name: 'Ann Aare' },
      ...{ role: 'member', is_active: true, created_at: at },
    }),
  },
  'DELETE /api/auth/me': { body: { password: 'a long river' }, answer: message('Your account has been erased') },
  'GET /api/auth/sessions': {
    answer: ok([
      { id: eventId, created_at: at, expires_at: '2026-03-03T07:05:12.000Z', user_agent: 'curl/8.7', is_current: true },
    ]),
  },
  'DELETE /api/auth/sessions/:id': { answer: ok({ id: eventId }) },
};
