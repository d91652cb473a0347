import type { FastifyInstance } from "fastify";
import { type Authenticator, isLiveSession } from "#server/auth/public.ts";
import { messagesByIds } from "#server/messages/public.ts";
import {
  changesEvent,
  currentFeedCursor,
  maxChanges,
  feedUpdatesAfter,
  notificationsByIds,
} from "#server/notifications/public.ts";
import { attachRealtime } from "#server/platform/realtime/attach.ts";
import type { FeedUpdate, SocketEvent } from "#server/platform/realtime/ports.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

/** The sockets at `/socket`, and which feature turns which change into which event. */
export function registerRealtime(app: FastifyInstance, services: Services, authenticate: Authenticator): void {
  const { db, clock } = services;
  attachRealtime(app, services, {
    // A socket carries everything of the patient, so it is no helper's.
    verifyToken: async (bearer) => {
      const verified = await authenticate.verify(bearer);
      if (verified.caller.helper) throw new Refusal("invalid_token");
      return verified;
    },
    async openFeed({ patientId, sessionId }) {
      const [isLive, cursor] = await Promise.all([
        isLiveSession(db, patientId, sessionId, clock.now()),
        currentFeedCursor(db, patientId),
      ]);
      return isLive ? cursor : null;
    },
    updatesAfter: (cursors) => feedUpdatesAfter(db, cursors),
    maxItemsPerPatient: maxChanges,
    present: (updates) => present(services, updates),
  });
}

/** Events for new messages and notifications, then `changes` for everything; its cursor comes last, after all it covers. */
async function present(
  services: Services,
  updates: readonly FeedUpdate[],
): Promise<Map<string, readonly SocketEvent[]>> {
  const [messages, notifications] = await messageAndNotificationEvents(services, updates);
  return new Map(
    updates.map((update) => [
      update.patientId,
      [
        ...(messages.get(update.patientId) ?? []),
        ...(notifications.get(update.patientId) ?? []),
        { name: "changes", body: changesEvent(update) },
      ],
    ]),
  );
}

type EventsByPatient = ReadonlyMap<string, readonly SocketEvent[]>;

/** If reading fails, `changes` alone is sent and the screens refetch, so that one patient's failing read blocks nobody else. */
async function messageAndNotificationEvents(
  services: Services,
  updates: readonly FeedUpdate[],
): Promise<readonly [EventsByPatient, EventsByPatient]> {
  try {
    return await Promise.all([messageEvents(services, updates), notificationEvents(services, updates)]);
  } catch (error) {
    services.log.warn({ err: { message: (error as Error).message } }, "sockets are told what changed only");
    return [new Map(), new Map()];
  }
}

async function messageEvents(services: Services, updates: readonly FeedUpdate[]): Promise<EventsByPatient> {
  const found = await messagesByIds(services, changedIds(updates, "message"));
  const byPatient = Map.groupBy(found, ({ message }) => message.patientId);
  return new Map(
    [...byPatient].map(([patientId, ofPatient]) => [
      patientId,
      ofPatient.map(({ kind, message }) => ({
        name: kind === "doctor" ? ("message" as const) : ("admin_chat:message" as const),
        body: message,
      })),
    ]),
  );
}

async function notificationEvents(services: Services, updates: readonly FeedUpdate[]): Promise<EventsByPatient> {
  const found = await notificationsByIds(services, changedIds(updates, "notification"));
  return new Map(
    [...found].map(([patientId, ofPatient]) => [
      patientId,
      ofPatient.map((body) => ({ name: "notification" as const, body })),
    ]),
  );
}

/** Ids of a topic's changed objects, each once. */
function changedIds(updates: readonly FeedUpdate[], topic: "message" | "notification") {
  return updates.flatMap(({ patientId, items }) => {
    const ids = new Set(items.flatMap((item) => (item.topic === topic && item.objectId ? [item.objectId] : [])));
    return [...ids].map((id) => ({ patientId, id }));
  });
}
