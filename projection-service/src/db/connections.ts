/** Connections in the pool of the projector: its transaction, its lease, what it looks up, its examination. */
export const PROJECTOR_POOL = 4;

/** These, and the one that listens for moved views. */
export const PROJECTOR_CONNECTIONS = PROJECTOR_POOL + 1;
