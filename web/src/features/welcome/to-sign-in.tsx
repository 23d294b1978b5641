import { Link } from '@tanstack/react-router';
import { track } from '../../lib/analytics.ts';
import { type ButtonLook, buttonClass } from '../../ui/button.tsx';

type ToSignInProps = { opens: 'login' | 'register'; look: ButtonLook; className?: string; children: string };

/** A link to the sign-in screen that looks like a button; `opens` is what one finds there. */
export function ToSignIn({ opens, look, className = '', children }: ToSignInProps) {
  return (
    <Link
      to="/auth"
      search={{ mode: opens }}
      className={`${buttonClass(look)} ${className}`}
      onClick={() => track('auth_navigation')}
    >
      {children}
    </Link>
  );
}
