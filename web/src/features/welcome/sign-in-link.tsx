import { Link } from '@tanstack/react-router';
import { track } from '../../lib/analytics.ts';
import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';

type SignInLinkProps = { opens: 'login' | 'register'; variant: ButtonVariant; className?: string; children: string };

/** A link to the sign-in screen that looks like a button; `opens` is what one finds there. */
export function SignInLink({ opens, variant, className = '', children }: SignInLinkProps) {
  return (
    <Link
      to="/auth"
      search={{ mode: opens }}
      className={`${buttonClass(variant)} ${className}`}
      onClick={() => track('auth_navigation')}
    >
      {children}
    </Link>
  );
}
