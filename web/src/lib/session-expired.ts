import { createStore } from './store.ts';

/** True from the moment a session expires until the person has answered the dialog about it. */
export const sessionExpired = createStore(false);
