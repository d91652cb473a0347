import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { Registry } from "prom-client";
import { systemClock } from "../../clock/clock.ts";
import { createRateLimiter } from "../../rate-limit.ts";
import { createRevokedSessions } from "../../revoked-sessions.ts";
import type { Channel, Signals } from "../../signals/signals.ts";
import { createHub } from "../hub.ts";
import type { RealtimePorts, SocketEvent } from "../ports.ts";

/** Sockets on an in-memory feed: registry, checks, fan-out and sending, without a database. A token is the patient's id. */
export interface MemoryHub {
  readonly port: number;
  /** Patients with a socket, in order of arrival. */
  readonly patients: () => readonly string[];
  /** Adds an event to the patient's feed and signals it. */
  readonly emit: (patientId: string, event: SocketEvent) => void;
  readonly metrics: Registry;
  readonly http: Server;
  readonly close: () => Promise<void>;
}

/** Starts one; a token's check waits for `beforeCheck`. */
export async function startMemoryHub(beforeCheck: () => Promise<void> = async () => undefined): Promise<MemoryHub> {
  const feeds = new Map<string, SocketEvent[]>();
  const changeListeners = new Set<(id: string) => void>();
  const ports: RealtimePorts = {
    verifyToken: async (id) => {
      await beforeCheck();
      if (!feeds.has(id)) feeds.set(id, []);
      return { caller: { patientId: id, sessionId: id }, expiresAt: systemClock.now().getTime() + 900_000 };
    },
    openFeed: async () => ({ seq: 0, at: 0 }),
    maxItemsPerPatient: 200,
    updatesAfter: async (cursors) =>
      [...cursors].flatMap(([patientId, from]) => {
        const items = (feeds.get(patientId) ?? [])
          .slice(from.seq, from.seq + 200)
          .map((_, index) => ({ seq: from.seq + index + 1, topic: "message", objectId: null, at: new Date(0) }));
        const to = { seq: from.seq + items.length, at: 0 };
        return items.length > 0 ? [{ patientId, from, items, to }] : [];
      }),
    present: async (updates) =>
      new Map(
        updates.map(({ patientId, from, items }) => [
          patientId,
          (feeds.get(patientId) ?? []).slice(from.seq, from.seq + items.length),
        ]),
      ),
  };
  const signals: Signals = {
    on(channel: Channel, listener) {
      if (channel === "patient_changed") changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    onGap: () => () => undefined,
    open: () => undefined,
    close: async () => undefined,
  };
  const metrics = new Registry();
  const hubServices = {
    audit: { record: async () => undefined, recordUnattended: async () => undefined },
    content: { sentences: {} } as never,
    config: { publicUrl: "http://localhost", requestsPerMinute: 1e8, trustProxy: false } as never,
    clock: systemClock,
    limiter: await createRateLimiter(null),
    revokedSessions: createRevokedSessions(systemClock),
    log: pino({ level: "silent" }),
  };
  const hub = createHub({ ...hubServices, signals }, ports, metrics);
  const http = createServer();
  http.on("upgrade", (request, socket, head) => hub.upgrade(request, socket, head));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    port: (http.address() as AddressInfo).port,
    patients: () => [...feeds.keys()],
    emit(patientId, event) {
      feeds.get(patientId)?.push(event);
      for (const listener of changeListeners) listener(patientId);
    },
    metrics,
    http,
    async close() {
      await hub.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
