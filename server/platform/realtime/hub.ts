import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Registry as MetricsRegistry } from "prom-client";
import { Server } from "socket.io";
import { socketPath } from "#contract/realtime.ts";
import { toRefusal, refuseUpgrade } from "../http/error-response.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { handleClientEvents } from "./client-events.ts";
import { createConnectionRegistry } from "./connection-registry.ts";
import { type Connection, type PatientSocket, type PatientSockets, writeFlushAtOnce } from "./connection.ts";
import { createFanOut } from "./fan-out.ts";
import { createFloodGuard } from "./flood-guard.ts";
import { authenticateHandshake, checkUpgrade } from "./handshake.ts";
import { realtimeMetrics } from "./metrics.ts";
import type { RealtimePorts } from "./ports.ts";
import { createSocketSender } from "./socket-sender.ts";

/** Open sockets per patient; one more closes the oldest. */
const maxSocketsPerPatient = 20;
/** Largest message a browser may send, in bytes: a token. */
const maxHttpBufferSize = 16 * 1024;
/** How often connections with an expired token are looked for, in milliseconds. */
const expiryCheckMs = 1000;

/** The sockets of this node. */
export interface Hub {
  /** Takes over a connection a browser asks to upgrade at the socket's path. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer<ArrayBuffer>) => void;
  readonly close: () => Promise<void>;
}

type HubServices = Pick<
  Services,
  "content" | "audit" | "config" | "clock" | "limiter" | "revokedSessions" | "signals" | "log"
>;

export function createHub(services: HubServices, ports: RealtimePorts, metricsRegistry: MetricsRegistry): Hub {
  const { clock, revokedSessions, signals, log } = services;
  const connections = createConnectionRegistry();
  const metrics = realtimeMetrics(metricsRegistry, connections.size);
  const sender = createSocketSender({ clock, revokedSessions, metrics, log });
  const floodGuard = createFloodGuard({ clock, metrics, log });
  const fanOut = createFanOut({ ports, connections, sender, log });

  // A server that does not listen: socket.io gets upgrades only, and no other request.
  const upgradeServer = createServer();
  const io: PatientSockets = new Server(upgradeServer, {
    path: socketPath,
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize,
  });
  io.engine.on("connection", floodGuard.watch).on("connection", writeFlushAtOnce);
  const authenticate = authenticateHandshake({ ...services, ports, metrics });
  io.use((socket, next) => {
    floodGuard.handshakeArrived(socket.conn);
    void authenticate(socket, next);
  });
  io.on("connection", (socket) => acceptSocket(socket));

  const acceptSocket = (socket: PatientSocket) => {
    const { token, cursor } = socket.data;
    const connection: Connection = { socket, caller: token.caller, tokenExpiresAt: token.expiresAt };
    const { patientId } = connection.caller;
    closeOldestIfFull(patientId);
    connections.add(connection);
    socket.on("disconnect", () => {
      connections.remove(connection);
      if (connections.countOf(patientId) === 0) fanOut.unfollow(patientId);
    });
    // Its session may have ended during the handshake.
    if (!sender.isValid(connection)) return sender.expire(connection);
    handleClientEvents(connection, { clock, ports, sender });
    fanOut.follow(patientId, cursor);
  };

  const closeOldestIfFull = (patientId: string) => {
    const [oldest] = connections.countOf(patientId) >= maxSocketsPerPatient ? connections.ofPatient(patientId) : [];
    if (!oldest) return;
    const { code, message } = new Refusal("rate_limited");
    sender.emit(oldest, { name: "request_error", body: { code, message } });
    oldest.socket.disconnect(true);
  };

  const unsubscribers = [
    signals.on("patient_changed", fanOut.markChanged),
    signals.onGap(fanOut.resync),
    revokedSessions.onRevoked((sessionId) => {
      for (const connection of connections.ofSession(sessionId)) sender.expire(connection);
    }),
  ];
  const expiryTimer = setInterval(() => {
    for (const connection of connections.all()) if (!sender.isValid(connection)) sender.expire(connection);
  }, expiryCheckMs).unref();

  const checkUpgradeRequest = checkUpgrade(services);

  return {
    upgrade(request, socket, head) {
      checkUpgradeRequest(request).then(
        () => upgradeServer.emit("upgrade", request, socket, head),
        (error: Error) => refuseUpgrade(services.content, socket, toRefusal(error)),
      );
    },
    async close() {
      clearInterval(expiryTimer);
      for (const unsubscribe of unsubscribers) unsubscribe();
      fanOut.close();
      await io.close();
    },
  };
}
