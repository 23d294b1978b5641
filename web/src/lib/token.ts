type Claims = { sub?: unknown; iat?: unknown; exp?: unknown };

const EXPIRY_MARGIN_S = 300;

/** The account a token is for; keeps what this device stores of one person apart from another's. */
export function subjectOf(token: string | null): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
}

/** When a token expires; undefined for one that does not say so. */
export function expiryOf(token: string | null): Date | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? new Date(exp * 1000) : undefined;
}

/** True from 5 minutes before a token expires; of one that lives less than 20 minutes, in the last quarter. */
export function isExpired(token: string, now: Date): boolean {
  const { iat, exp } = claimsOf(token);
  if (typeof exp !== 'number') return false;
  const margin = typeof iat === 'number' ? Math.min(EXPIRY_MARGIN_S, (exp - iat) / 4) : EXPIRY_MARGIN_S;
  return now.getTime() / 1000 >= exp - margin;
}

/** The claims of a token, unverified; nothing for one that is not a JWT. */
function claimsOf(token: string | null): Claims {
  try {
    const payload = token?.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
