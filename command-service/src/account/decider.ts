import type { AccountEvent, AccountId } from '@anecdotes/contracts';
import type { Dated, Decider, Decision } from '../decider.ts';

type Happened = Dated<AccountEvent>;
type Now = {
  /** ISO 8601 in UTC. */
  readonly now: string;
};

export type AccountState =
  | { readonly status: 'absent' }
  | { readonly status: 'registered'; readonly role: 'guest' | 'member'; readonly username: string };

export type RegisterAccount = {
  readonly account: AccountId;
  readonly role: 'guest' | 'member';
  readonly username: string;
  readonly email: string | null;
  readonly full_name: string;
};

/** An account: registered once. */
export const accountDecider: Decider<AccountState, RegisterAccount, Happened, Now> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    if (event.type !== 'AccountRegistered') return state;
    const { role, username } = event.data;
    return { status: 'registered', role, username };
  },
  decide(command, state, context) {
    if (state.status === 'registered') return nothing;
    return happens(context, { type: 'AccountRegistered', data: command });
  },
};

export type UsernameState = { readonly status: 'free' } | { readonly status: 'taken'; readonly account: AccountId };

/** A username: the first to reserve it has it; the state says who that is. */
export const usernameDecider: Decider<UsernameState, { readonly account: AccountId }, Happened, Now> = {
  initial: { status: 'free' },
  evolve(state, event) {
    return event.type === 'UsernameReserved' ? { status: 'taken', account: event.data.account } : state;
  },
  decide(command, state, context) {
    if (state.status === 'taken') return nothing;
    return happens(context, { type: 'UsernameReserved', data: { account: command.account } });
  },
};

export type SessionState = { readonly status: 'absent' } | { readonly status: 'started' };

/** A session: started once. */
export const sessionDecider: Decider<SessionState, { readonly account: AccountId }, Happened, Now> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    return event.type === 'SessionStarted' ? { status: 'started' } : state;
  },
  decide(command, state, context) {
    if (state.status === 'started') return nothing;
    return happens(context, { type: 'SessionStarted', data: { account: command.account } });
  },
};

const nothing = { events: [] } as const;

function happens({ now }: Now, event: AccountEvent): Decision<Happened> {
  return { events: [{ ...event, at: now }] };
}
