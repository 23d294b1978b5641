import type { AccountId, ApiKeyEvent, ApiKeyScope } from '@anecdotes/contracts';
import { type Dated, type Decider, emit, noEvents } from '../decider.ts';

type DatedEvent = Dated<ApiKeyEvent>;

export type ApiKeyState =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active' | 'inactive';
      readonly account: AccountId;
      readonly name: string;
      readonly keyHash: string;
      readonly scopes: readonly ApiKeyScope[];
      readonly createdAt: string;
      readonly expiresAt: string | null;
    }
  | { readonly status: 'deleted' };

export type ApiKeyCommand =
  | {
      readonly type: 'CreateApiKey';
      readonly name: string;
      readonly keyHash: string;
      readonly scopes: readonly ApiKeyScope[];
      readonly expiresAt: string | null;
    }
  | { readonly type: 'SetApiKeyActive'; readonly isActive: boolean }
  | { readonly type: 'RotateApiKey'; readonly keyHash: string; readonly previousValidUntil: string }
  | { readonly type: 'DeleteApiKey' };

export type ApiKeyContext = {
  /** ISO 8601 in UTC. */
  readonly now: string;
  /** The account of the caller; a key of another account is treated as missing. */
  readonly account: AccountId;
};

/** An API key: its owner activates and deactivates it, gives it a new secret, and deletes it for good. */
export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand, DatedEvent, ApiKeyContext> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    if (event.type === 'ApiKeyCreated') {
      const { account, name, key_hash: keyHash, scopes, expires_at: expiresAt } = event.data;
      return { status: 'active', account, name, keyHash, scopes, createdAt: event.at, expiresAt };
    }
    if (state.status !== 'active' && state.status !== 'inactive') return state;
    switch (event.type) {
      case 'ApiKeyActivated':
        return { ...state, status: 'active' };
      case 'ApiKeyDeactivated':
        return { ...state, status: 'inactive' };
      case 'ApiKeyRotated':
        return { ...state, keyHash: event.data.key_hash };
      case 'ApiKeyDeleted':
        return { status: 'deleted' };
    }
  },
  decide(command, state, context) {
    const { account } = context;
    if (command.type === 'CreateApiKey') {
      if (state.status !== 'absent') return noEvents;
      const { name, keyHash: key_hash, scopes, expiresAt: expires_at } = command;
      const data = { account, name, key_hash, scopes: [...scopes], expires_at };
      return emit(context, { type: 'ApiKeyCreated', data });
    }
    if (state.status === 'absent' || state.status === 'deleted' || state.account !== account) {
      return { refused: 'API_KEY_NOT_FOUND' };
    }
    const data = { account };
    switch (command.type) {
      case 'SetApiKeyActive':
        if (command.isActive === (state.status === 'active')) return noEvents;
        return emit(context, { type: command.isActive ? 'ApiKeyActivated' : 'ApiKeyDeactivated', data });
      case 'RotateApiKey': {
        if (state.expiresAt !== null && state.expiresAt <= context.now) return { refused: 'API_KEY_EXPIRED' };
        const { keyHash: key_hash, previousValidUntil: previous_valid_until } = command;
        return emit(context, { type: 'ApiKeyRotated', data: { account, key_hash, previous_valid_until } });
      }
      case 'DeleteApiKey':
        return emit(context, { type: 'ApiKeyDeleted', data });
    }
  },
};
