import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { Server } from "socket.io";
import type { Registry as MetricsRegistry } from "prom-client";
import { socketPath } from "#contract/realtime.ts";
import { Refusal } from "../refusal.ts";
import { toRefusal } from "../http/refuse.ts";
import type { Services } from "../services.ts";
import { listenTo } from "./client-events.ts";
import { type Connection, type PatientSocket, type PatientSockets, writeFlushAtOnce } from "./connection.ts";
import { createFanOut } from "./fan-out.ts";
import { createGuard } from "./guard.ts";
import { admit, mayOpen } from "./handshake.ts";
import { realtimeMetrics } from "./metrics.ts";
import { createOutlet } from "./outlet.ts";
import type { RealtimePorts } from "./ports.ts";
import { createRegistry } from "./registry.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";

/** Open sockets of one patient; one more closes her oldest. */
const mostOfPatient = 20;
/** Longest thing a browser may send, in bytes: a token. */
const maxHttpBufferSize = 16 * 1024;
/** How often connections whose token has ended are looked for, in milliseconds. */
const expiryLookMs = 1000;

/** The sockets of this node. */
export interface Hub {
  /** Takes over a connection a browser asks to upgrade at the socket's path. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer<ArrayBuffer>) => void;
  readonly close: () => Promise<void>;
}

type HubServices = Pick<Services, "audit" | "config" | "clock" | "limiter" | "revokedSessions" | "signals" | "log">;

export function createHub(services: HubServices, ports: RealtimePorts, metricsRegistry: MetricsRegistry): Hub {
  const { clock, revokedSessions, signals, log } = services;
  const registry = createRegistry();
  const metrics = realtimeMetrics(metricsRegistry, registry.size);
  const outlet = createOutlet({ clock, revokedSessions, metrics, log });
  const guard = createGuard({ clock, metrics, log });
  const fanOut = createFanOut({ ports, registry, outlet, log });

  // A server that listens nowhere: socket.io hears of upgrades only, and of no other request.
  const door = createServer();
  const io: PatientSockets = new Server(door, {
    path: socketPath,
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize,
  });
  io.engine.on("connection", guard.watch).on("connection", writeFlushAtOnce);
  io.use(admit({ ...services, ports, metrics }));
  io.on("connection", (socket) => welcome(socket));

  const welcome = (socket: PatientSocket) => {
    guard.proven(socket.conn);
    const { proof, place } = socket.data;
    const connection: Connection = { socket, caller: proof.caller, endsAt: proof.endsAt };
    const { patientId } = connection.caller;
    makeRoom(patientId);
    registry.add(connection);
    socket.on("disconnect", () => {
      registry.remove(connection);
      if (registry.countOf(patientId) === 0) fanOut.unfollow(patientId);
    });
    // Its session may have ended while it was admitted.
    if (!outlet.holds(connection)) return outlet.expire(connection);
    listenTo(connection, { clock, ports, outlet });
    fanOut.follow(patientId, place);
  };

  const makeRoom = (patientId: string) => {
    const [oldest] = registry.countOf(patientId) >= mostOfPatient ? registry.ofPatient(patientId) : [];
    if (!oldest) return;
    const { code, message } = new Refusal("rate_limited");
    outlet.emit(oldest, { name: "request_error", body: { code, message } });
    oldest.socket.disconnect(true);
  };

  const leave = [
    signals.on("patient_changed", fanOut.changed),
    signals.onGap(fanOut.resync),
    revokedSessions.onRevoked((sessionId) => {
      for (const connection of registry.ofSession(sessionId)) outlet.expire(connection);
    }),
  ];
  const expiry = setInterval(() => {
    for (const connection of registry.all()) if (!outlet.holds(connection)) outlet.expire(connection);
  }, expiryLookMs).unref();

  const allowed = mayOpen(services);

  return {
    upgrade(request, socket, head) {
      allowed(request).then(
        () => door.emit("upgrade", request, socket, head),
        (error: Error) => refuseUpgrade(socket, toRefusal(error)),
      );
    },
    async close() {
      clearInterval(expiry);
      for (const stop of leave) stop();
      fanOut.close();
      await io.close();
    },
  };
}
