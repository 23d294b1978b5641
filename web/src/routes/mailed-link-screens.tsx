import { useNavigate } from '@tanstack/react-router';
import { ResetPassword } from '../features/mailed-link/reset-password.tsx';
import { mailedLinkStrings } from '../features/mailed-link/strings.ts';
import { VerifyEmail } from '../features/mailed-link/verify-email.tsx';
import { forgetLinkToken, linkToken } from '../lib/link-token.ts';
import { PageTitle } from '../ui/page-title.tsx';

export function ResetPasswordScreen() {
  return (
    <main id="main" className="page">
      <PageTitle>{mailedLinkStrings.reset.title}</PageTitle>
      <ResetPassword token={linkToken()} onUsed={forgetLinkToken} />
    </main>
  );
}

export function VerifyEmailScreen() {
  const navigate = useNavigate();
  return (
    <main id="main" className="page">
      <PageTitle>{mailedLinkStrings.verify.page}</PageTitle>
      <VerifyEmail
        token={linkToken()}
        onDone={(verified) => void navigate({ to: '/auth', search: { mode: 'login' }, state: verified })}
      />
    </main>
  );
}
