type Claims = { sub?: unknown; iat?: unknown; exp?: unknown };

const EXPIRY_MARGIN_S = 300;

/** The account that a token belongs to; undefined if it has none. */
export function subjectOf(token: string | null): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
}

/** When a token was issued; undefined if it does not say. */
export function issueTimeOf(token: string | null): Date | undefined {
  return dateOf(claimsOf(token).iat);
}

/** When a token expires; undefined if it has no expiry. */
export function expiryOf(token: string | null): Date | undefined {
  return dateOf(claimsOf(token).exp);
}

/** True from 5 minutes before a token expires, or in the last quarter of a lifetime of less than 20 minutes. */
export function isExpired(token: string, now: Date): boolean {
  const { iat, exp } = claimsOf(token);
  if (typeof exp !== 'number') return false;
  const margin = typeof iat === 'number' ? Math.min(EXPIRY_MARGIN_S, (exp - iat) / 4) : EXPIRY_MARGIN_S;
  return now.getTime() / 1000 >= exp - margin;
}

function dateOf(seconds: unknown): Date | undefined {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
}

/** The claims of a token, unverified; empty for a text that is not a JWT. */
function claimsOf(token: string | null): Claims {
  try {
    const payload = token?.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
