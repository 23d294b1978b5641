import type { AccountId, MailCampaign, MailEvent } from '@anecdotes/contracts';
import type { Dated, Decider } from '../decider.ts';

export type MailState = { readonly status: 'absent' } | { readonly status: 'sent'; readonly account: AccountId };

export type MailCommand =
  | {
      readonly type: 'RecordSending';
      readonly account: AccountId;
      readonly campaign: MailCampaign;
      readonly recipient: string;
    }
  | { readonly type: 'RecordOpening' };

/** A mail: sent once, then opened any number of times. */
export const mailDecider: Decider<MailState, MailCommand, Dated<MailEvent>, { readonly now: string }> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    return event.type === 'MailSent' ? { status: 'sent', account: event.data.account } : state;
  },
  decide(command, state, { now: at }) {
    if (command.type === 'RecordSending') {
      if (state.status === 'sent') return { events: [] };
      const { account, campaign, recipient } = command;
      return { events: [{ type: 'MailSent', data: { account, campaign, recipient }, at }] };
    }
    if (state.status === 'absent') return { events: [] };
    return { events: [{ type: 'MailOpened', data: { account: state.account }, at }] };
  },
};
