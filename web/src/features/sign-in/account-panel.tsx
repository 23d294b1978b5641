import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { configurationQuery } from '../../lib/configuration.ts';
import { type Notices, VERIFICATION_MS } from '../../lib/notices.ts';
import { CheckMail } from './check-mail.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { InvitedForm } from './invited-form.tsx';
import { LogInPanel } from './log-in-panel.tsx';
import type { HeldInvitation } from './queries.ts';
import { RegisterForm } from './register-form.tsx';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

/** What the tab for people with an account of their own shows. */
export type Mode =
  | { name: 'log-in'; username?: string | undefined }
  | { name: 'register' | 'forgot' }
  | { name: 'check-mail'; email: string };

type AccountPanelProps = {
  mode: Mode;
  onMode: (mode: Mode) => void;
  invitation: HeldInvitation | undefined;
  notices: Notices;
  onSignedIn: () => void;
};

/** The forms to log in, to register and to get a new password, and the screen after a registration. */
export function AccountPanel({ mode, onMode, invitation, notices, onSignedIn }: AccountPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(mode.name);
  const { registration: configured = 'open' } = useQuery(configurationQuery()).data ?? {};
  const registration = configured === 'invite' && invitation ? 'open' : configured;
  const navigate = useNavigate();
  const checkMail = (email: string) => {
    // Shows this again after a reload; an invitation is used by then.
    void navigate({ to: '.', search: true, state: { unverified: email }, replace: true });
    onMode({ name: 'check-mail', email });
    notices.done(signInStrings.register.done, VERIFICATION_MS);
  };
  useEffect(() => {
    if (shown.current === mode.name) return;
    shown.current = mode.name;
    // The pressed button was removed, and the focus with it.
    panel.current?.focus();
  }, [mode.name]);
  return (
    <div ref={panel} className={styles.stack} tabIndex={-1}>
      {mode.name === 'log-in' && <LogInPanel username={mode.username} notices={notices} onSignedIn={onSignedIn} />}
      {registration !== 'open' && (mode.name === 'log-in' || mode.name === 'register') && (
        <p className={styles.plain}>{signInStrings.noRegistration[registration]}</p>
      )}
      {registration === 'open' && mode.name === 'register' && invitation && (
        <InvitedForm {...{ invitation, notices, onSignedIn }} onUnverified={checkMail} />
      )}
      {registration === 'open' && mode.name === 'register' && !invitation && (
        <RegisterForm {...{ notices, onSignedIn }} onUnverified={checkMail} />
      )}
      {mode.name === 'forgot' && <ForgotForm notices={notices} />}
      {mode.name === 'check-mail' ? (
        <CheckMail email={mode.email} notices={notices} onBack={() => onMode({ name: 'log-in' })} />
      ) : (
        <div className={styles.links}>
          {links[mode.name]
            .filter(([name]) => name !== 'register' || registration === 'open')
            .map(([name, text]) => (
              <button key={name} type="button" onClick={() => onMode({ name })}>
                {text}
              </button>
            ))}
        </div>
      )}
    </div>
  );
}

const { modes } = signInStrings;

/** The links to other modes that each mode has. */
const links = {
  'log-in': [
    ['forgot', modes.forgot],
    ['register', modes.register],
  ],
  register: [
    ['log-in', modes.signIn],
    ['forgot', modes.forgot],
  ],
  forgot: [
    ['log-in', modes.remembered],
    ['register', modes.register],
  ],
} as const;
