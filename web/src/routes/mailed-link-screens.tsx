import { useNavigate } from '@tanstack/react-router';
import { ResetPassword } from '../features/mailed-link/reset-password.tsx';
import { VerifyEmail } from '../features/mailed-link/verify-email.tsx';
import { accountStrings } from '../lib/account-strings.ts';
import { forgetLinkToken, linkToken } from '../lib/link-token.ts';
import { PageTitle } from '../ui/page-title.tsx';

export function ResetPasswordScreen() {
  return (
    <main id="main" className="page">
      <PageTitle>{accountStrings.reset.title}</PageTitle>
      <ResetPassword token={linkToken()} onUsed={forgetLinkToken} />
    </main>
  );
}

export function VerifyEmailScreen() {
  const navigate = useNavigate();
  return (
    <main id="main" className="page">
      <PageTitle>{accountStrings.verify.page}</PageTitle>
      <VerifyEmail
        token={linkToken()}
        onDone={(username) => void navigate({ to: '/auth', search: { mode: 'login' }, state: { username } })}
      />
    </main>
  );
}
