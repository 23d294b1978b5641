import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';

type SignInLinkProps = { opens: 'login' | 'register'; variant: ButtonVariant; className?: string; children: string };

/** A link to the sign-in screen that looks like a button; `opens` is the form that it shows. */
export function SignInLink({ opens, variant, className = '', children }: SignInLinkProps) {
  return (
    <a href={`/auth?mode=${opens}`} data-for="guest" className={`${buttonClass(variant)} ${className}`}>
      {children}
    </a>
  );
}
