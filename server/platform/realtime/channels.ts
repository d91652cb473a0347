/** What the database tells by NOTIFY when a transaction commits; the payload is an id, or empty where there is nothing to tell apart. */
export const channels = ["patient_changed", "session_ended", "sandbox_event"] as const;
export type Channel = (typeof channels)[number];

/**
 * Where signals come from: calls `heard` for each and `begun` whenever listening begins, at first and after an interruption, until the
 * returned function is called.
 */
export type SubscribeSignals = (
  onSignal: (channel: Channel, id: string) => void,
  onListening: () => void,
) => () => Promise<void>;
