/** NOTIFY channels signalled when a transaction commits; the payload is an id, or empty where there is only one thing to signal. */
export const channels = ["patient_changed", "session_ended", "sandbox_event"] as const;
export type Channel = (typeof channels)[number];

/**
 * A source of signals: calls `heard` for each and `begun` whenever listening begins, at first and after an interruption, until the
 * returned function is called.
 */
export type SubscribeSignals = (
  onSignal: (channel: Channel, id: string) => void,
  onListening: () => void,
) => () => Promise<void>;
