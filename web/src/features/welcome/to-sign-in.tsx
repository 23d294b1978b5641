import { Link } from '@tanstack/react-router';
import { track } from '../../lib/analytics.ts';
import { type ButtonLook, buttonClass } from '../../ui/button.tsx';

type ToSignInProps = { look: ButtonLook; className?: string | undefined; children: string };

/** A link to the sign-in screen that looks like a button. */
export function ToSignIn({ look, className = '', children }: ToSignInProps) {
  return (
    <Link to="/auth" className={`${buttonClass(look)} ${className}`} onClick={() => track('auth_navigation')}>
      {children}
    </Link>
  );
}
