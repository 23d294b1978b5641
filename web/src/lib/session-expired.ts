import { createStore } from './store.ts';

/** True from the moment a session expires until the person has answered the question what to do. */
export const sessionExpired = createStore(false);
