import { useQuery } from '@tanstack/react-query';
import { ApiError, reasonOf } from '../../lib/api.ts';
import type { Notices } from '../../lib/notices.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { type HeldInvitation, invitationQuery } from './queries.ts';
import { RegisterForm } from './register-form.tsx';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

type InvitedFormProps = {
  invitation: HeldInvitation;
  notices: Notices;
  onSignedIn: () => void;
  onUnverified: (email: string) => void;
};

/** The form to register for the address that an invitation is for, or the reason why the invitation cannot be used. */
export function InvitedForm({ invitation, notices, onSignedIn, onUnverified }: InvitedFormProps) {
  const { token, forget } = invitation;
  const strings = signInStrings.invitation;
  const { data, error, isFetching, refetch } = useQuery({ ...invitationQuery(token), enabled: token !== '' });
  if (data) {
    return (
      <RegisterForm
        invited={{ token, email: data.email }}
        notices={notices}
        onSignedIn={onSignedIn}
        onUnverified={(email) => {
          forget();
          onUnverified(email);
        }}
      />
    );
  }
  if (token === '') return <NoticeLine notice={{ kind: 'failed', text: strings.invalid }} />;
  if (error === null || isFetching) {
    return (
      <p className={styles.plain} role="status">
        {strings.loading}
      </p>
    );
  }
  const isFinal = error instanceof ApiError && error.code === 'INVITATION_INVALID';
  return (
    <>
      <NoticeLine notice={{ kind: 'failed', text: reasonOf(error, strings.failed) }} />
      {!isFinal && <Button onClick={() => void refetch()}>{shared.errors.retry}</Button>}
    </>
  );
}
