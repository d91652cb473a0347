import type { FastifyInstance } from "fastify";
import { type Authenticator, isLiveSession } from "#server/auth/public.ts";
import { messagesOfMany } from "#server/messages/public.ts";
import { changesEvent, lastPlace, mostChanges, newsOf, notificationsOfMany } from "#server/notifications/public.ts";
import { attachRealtime } from "#server/platform/realtime/attach.ts";
import type { News, SocketEvent } from "#server/platform/realtime/ports.ts";
import type { Services } from "#server/platform/services.ts";

/** The sockets at `/socket`: which room turns what changed into which event. */
export function registerRealtime(app: FastifyInstance, services: Services, authenticate: Authenticator): void {
  const { db, clock } = services;
  attachRealtime(app, services, {
    prove: authenticate.prove,
    async join({ patientId, sessionId }) {
      const [lives, place] = await Promise.all([
        isLiveSession(db, patientId, sessionId, clock.now()),
        lastPlace(db, patientId),
      ]);
      return lives ? place : null;
    },
    newsAfter: (places) => newsOf(db, places),
    mostItems: mostChanges,
    present: (news) => present(services, news),
  });
}

/** New messages and notifications themselves, then what else moved; the cursor of `changes` comes after all it stands for. */
async function present(services: Services, news: readonly News[]): Promise<Map<string, readonly SocketEvent[]>> {
  const [messages, notifications] = await told(services, news);
  return new Map(
    news.map((one) => [
      one.patientId,
      [
        ...(messages.get(one.patientId) ?? []),
        ...(notifications.get(one.patientId) ?? []),
        { name: "changes", body: changesEvent(one) },
      ],
    ]),
  );
}

type Told = ReadonlyMap<string, readonly SocketEvent[]>;

/** What cannot be read is left to `changes`: her screens fetch it, and what keeps one patient's from being read holds up nobody else. */
async function told(services: Services, news: readonly News[]): Promise<readonly [Told, Told]> {
  try {
    return await Promise.all([messagesIn(services, news), notificationsIn(services, news)]);
  } catch (error) {
    services.log.warn({ err: { message: (error as Error).message } }, "sockets are told what changed only");
    return [new Map(), new Map()];
  }
}

async function messagesIn(services: Services, news: readonly News[]): Promise<Told> {
  const found = await messagesOfMany(services, changed(news, "message"));
  const byPatient = Map.groupBy(found, ({ message }) => message.patientId);
  return new Map(
    [...byPatient].map(([patientId, own]) => [
      patientId,
      own.map(({ kind, message }) => ({
        name: kind === "doctor" ? ("message" as const) : ("admin_chat:message" as const),
        body: message,
      })),
    ]),
  );
}

async function notificationsIn(services: Services, news: readonly News[]): Promise<Told> {
  const found = await notificationsOfMany(services, changed(news, "notification"));
  return new Map(
    [...found].map(([patientId, own]) => [patientId, own.map((body) => ({ name: "notification" as const, body }))]),
  );
}

/** What of a topic changed, each once. */
function changed(news: readonly News[], topic: "message" | "notification") {
  return news.flatMap(({ patientId, items }) => {
    const ids = new Set(items.flatMap((item) => (item.topic === topic && item.objectId ? [item.objectId] : [])));
    return [...ids].map((id) => ({ patientId, id }));
  });
}
