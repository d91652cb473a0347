import type { Database } from "./database/open.ts";
import type { TrackingHeaders } from "./http/handler.ts";

/** What features announce, by name, with ids and settings only: never a name, an answer or a text. */
export interface EventData {
  /** An account was created; its visit and its experiments begin in the same transaction. */
  readonly "account.created": {
    readonly patientId: string;
    readonly nonRxOnly: boolean;
    readonly tracking: TrackingHeaders;
    readonly cookieId: string | null;
  };
  /** A session was given to a browser; `gpc` when it asks for privacy (Global Privacy Control). */
  readonly "session.started": { readonly patientId: string; readonly gpc: boolean };
  /** A patient has a new password, or signed out everywhere: what others got into with the old one ends. */
  readonly "access.renewed": { readonly patientId: string };
  /** A visit was answered and its payment is held. */
  readonly "visit.finished": { readonly patientId: string; readonly orderId: string };
  /** All that was paid for an order went back, and nothing of it was sent; under the lock of the patient's orders. */
  readonly "order.came_to_nothing": { readonly patientId: string; readonly orderId: string };
}

export type EventName = keyof EventData;

/** Runs in the announcing transaction (`db`): what it writes is committed with the event or not at all, and its error refuses both. */
export type EventListener<Name extends EventName> = (db: Database, data: EventData[Name]) => Promise<unknown>;

/** Features announce and know no listener; what is composed above them listens. */
export interface Events {
  announce<Name extends EventName>(db: Database, name: Name, data: EventData[Name]): Promise<void>;
  listen<Name extends EventName>(name: Name, listener: EventListener<Name>): void;
}

export function createEvents(): Events {
  const listeners = new Map<EventName, EventListener<EventName>[]>();
  return {
    async announce(db, name, data) {
      for (const listener of listeners.get(name) ?? []) await listener(db, data);
    },
    listen(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener as EventListener<EventName>]);
    },
  };
}
