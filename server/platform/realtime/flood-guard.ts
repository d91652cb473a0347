import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import type { Clock } from "../clock/clock.ts";
import { terminateAfterTimeout, transportOf, type PatientSocket } from "./connection.ts";
import type { RealtimeMetrics } from "./metrics.ts";

const minuteMs = 60_000;

/** What may arrive in a minute. */
interface QuotaLimit {
  readonly frames: number;
  readonly bytes: number;
}

interface Quota {
  /** Counts what arrived; false when it exceeds the limit. */
  readonly consume: (frames: number, bytes: number) => boolean;
}

/** Counts frames and bytes, minute by minute. */
export function createQuota(clock: Clock, limit: QuotaLimit): Quota {
  let windowStart = clock.now().getTime();
  let received = { frames: 0, bytes: 0 };
  return {
    consume(frames, bytes) {
      const now = clock.now().getTime();
      if (now - windowStart >= minuteMs) [windowStart, received] = [now, { frames: 0, bytes: 0 }];
      received.frames += frames;
      received.bytes += bytes;
      return received.frames <= limit.frames && received.bytes <= limit.bytes;
    },
  };
}

/**
 * What a connection may send in a minute. A browser sends its handshake, an answer to a ping every 25 s and a renewed token every
 * quarter of an hour.
 */
export const receiveQuota = { frames: 60, bytes: 32 * 1024 };
/** How long a connection may take to send its handshake, in milliseconds. */
export const handshakeTimeoutMs = 5000;

type Conn = Pick<PatientSocket["conn"], "once" | "transport"> & { readonly request: Pick<IncomingMessage, "socket"> };

export interface FloodGuard {
  /** Watches a connection from its first byte on. */
  readonly watch: (conn: Conn) => void;
  /** The connection has sent its handshake; however long its check takes, the browser has done its part. */
  readonly handshakeArrived: (conn: Conn) => void;
}

interface FloodGuardOptions {
  readonly clock: Clock;
  readonly metrics: Pick<RealtimeMetrics, "floodClosed">;
  readonly log: Pick<Logger, "warn">;
}

/**
 * Ends connections that send more than a browser does, authenticated or not, those that send no handshake
 * in time, and those that do not answer when they are closed.
 */
export function createFloodGuard({ clock, metrics, log }: FloodGuardOptions): FloodGuard {
  const pendingHandshake = new WeakMap<object, NodeJS.Timeout>();

  return {
    watch(conn) {
      const { socket } = transportOf({ conn } as Pick<PatientSocket, "conn">);
      const quota = createQuota(clock, receiveQuota);
      let ended = false;
      const countReceived = (frames: number, bytes: number) => {
        if (ended || quota.consume(frames, bytes)) return;
        ended = true;
        metrics.floodClosed();
        log.warn("a socket that sends too much was closed");
        // Messages that arrived in the same tick are not processed.
        socket?.removeAllListeners("message");
        socket?.terminate();
      };
      for (const kind of ["message", "ping", "pong"] as const) socket?.on(kind, () => countReceived(1, 0));
      // Fragments of a message that never ends do not count as frames.
      conn.request.socket.on("data", (chunk: Buffer) => countReceived(0, chunk.length));
      pendingHandshake.set(conn, setTimeout(() => socket?.terminate(), handshakeTimeoutMs).unref());
      conn.once("close", () => {
        clearTimeout(pendingHandshake.get(conn));
        terminateAfterTimeout({ conn } as Pick<PatientSocket, "conn">);
      });
    },
    handshakeArrived: (conn) => clearTimeout(pendingHandshake.get(conn)),
  };
}
