import type { AccountEvent, AccountId } from '@anecdotes/contracts';
import { type Dated, type Decider, emit, noEvents } from '../decider.ts';

type DatedEvent = Dated<AccountEvent>;
type Now = {
  /** ISO 8601 in UTC. */
  readonly now: string;
};

export type Profile = {
  readonly account: AccountId;
  readonly role: 'guest' | 'member';
  readonly username: string;
  readonly email: string | null;
  readonly full_name: string;
};

export type AccountState =
  | { readonly status: 'absent' }
  | { readonly status: 'invited'; readonly account: AccountId }
  | ({
      readonly status: 'registered';
      readonly isVerified: boolean;
      /** When it was registered or, for the guest account, when its journal was last emptied. */
      readonly journalSince: string;
    } & Profile)
  | { readonly status: 'erased' };

export type AccountCommand =
  | { readonly type: 'InviteAccount'; readonly account: AccountId; readonly email: string }
  | ({ readonly type: 'RegisterAccount' } & Profile)
  | { readonly type: 'RequestEmailVerification' }
  | { readonly type: 'VerifyEmail' }
  | { readonly type: 'RequestPasswordReset' }
  | { readonly type: 'ChangePassword' }
  | { readonly type: 'ResetPassword' }
  | { readonly type: 'EraseAccount' }
  /** Erases the account if it is still not verified, or not even registered. */
  | { readonly type: 'LapseAccount' }
  /** Empties the guest's journal if it is due. */
  | ({ readonly type: 'ResetGuestJournal' } & ResetDue);

/**
 * The journal is due if it was last emptied at or before the first time, or after the second one, when the clock was
 * ahead.
 */
export type ResetDue = { readonly dueBefore: string; readonly dueAfter: string };

export function isResetDue(journalSince: string, { dueBefore, dueAfter }: ResetDue): boolean {
  // ISO 8601 instants in UTC sort in the order of their texts.
  return journalSince <= dueBefore || journalSince > dueAfter;
}

/** An account: perhaps invited, registered once, verified once, erased for good. The guest keeps its password. */
export const accountDecider: Decider<AccountState, AccountCommand, DatedEvent, Now> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    switch (event.type) {
      case 'AccountInvited':
        return { status: 'invited', account: event.data.account };
      case 'AccountRegistered':
        // The guest has no address, so there is nothing to verify.
        return { status: 'registered', isVerified: event.data.email === null, journalSince: event.at, ...event.data };
      case 'EmailVerified':
        return state.status === 'registered' ? { ...state, isVerified: true } : state;
      case 'GuestJournalReset':
        return state.status === 'registered' ? { ...state, journalSince: event.at } : state;
      case 'AccountErased':
        return { status: 'erased' };
      default:
        return state;
    }
  },
  decide(command, state, context) {
    if (command.type === 'InviteAccount') {
      const { type, ...data } = command;
      return state.status === 'absent' ? emit(context, { type: 'AccountInvited', data }) : noEvents;
    }
    if (command.type === 'RegisterAccount') {
      const { type, ...profile } = command;
      const isNew = state.status === 'absent' || state.status === 'invited';
      return isNew ? emit(context, { type: 'AccountRegistered', data: profile }) : noEvents;
    }
    if (command.type === 'EraseAccount' && state.status === 'erased') return noEvents;
    if (command.type === 'LapseAccount' && state.status === 'invited') {
      return emit(context, { type: 'AccountErased', data: { account: state.account } });
    }
    if (command.type === 'LapseAccount' && (state.status !== 'registered' || state.isVerified)) return noEvents;
    if (state.status !== 'registered') return { refused: 'UNAUTHENTICATED' };
    const { account, role, isVerified } = state;
    const data = { account };
    const verified: AccountEvent[] = isVerified ? [] : [{ type: 'EmailVerified', data }];
    switch (command.type) {
      case 'RequestEmailVerification':
        return isVerified ? noEvents : emit(context, { type: 'EmailVerificationRequested', data });
      case 'VerifyEmail':
        return emit(context, ...verified);
      case 'ResetGuestJournal':
        if (role !== 'guest') return { refused: 'FORBIDDEN' };
        return isResetDue(state.journalSince, command) ? emit(context, { type: 'GuestJournalReset', data }) : noEvents;
    }
    if (role === 'guest') return { refused: 'GUEST_NOT_ALLOWED' };
    switch (command.type) {
      case 'RequestPasswordReset':
        return emit(context, { type: 'PasswordResetRequested', data });
      case 'ChangePassword':
        return emit(context, { type: 'PasswordChanged', data: { account, by: 'change' } });
      case 'ResetPassword':
        // The link came by mail, so using it verifies the address too; or from the operator, who vouches for the person.
        return emit(context, ...verified, { type: 'PasswordChanged', data: { account, by: 'reset' } });
      case 'EraseAccount':
      case 'LapseAccount':
        return emit(context, { type: 'AccountErased', data });
    }
  },
};
