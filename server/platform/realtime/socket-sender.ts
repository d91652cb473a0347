import type { Logger } from "pino";
import { errorMessage } from "#contract/http/errors.ts";
import type { Clock } from "../clock/clock.ts";
import type { RevokedSessions } from "../revoked-sessions.ts";
import { type Connection, flushOnce, transportOf } from "./connection.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { SocketEvent } from "./ports.ts";

/** How much may wait for a socket that does not read, besides what the kernel buffers: bytes in all, and packets that engine.io keeps. */
const maxBuffered = { bytes: 1024 * 1024, packets: 256 };

export interface SocketSender {
  /** Sends events; closes the connection instead if its token has expired or it does not read. */
  readonly emit: (connection: Connection, ...events: readonly SocketEvent[]) => void;
  /** Tells the connection that its token has expired, and closes it. */
  readonly expire: (connection: Connection) => void;
  /** Whether its token and session are still valid. */
  readonly isValid: (connection: Connection) => boolean;
}

interface SocketSenderOptions {
  readonly clock: Clock;
  readonly revokedSessions: RevokedSessions;
  readonly metrics: RealtimeMetrics;
  readonly log: Logger;
}

/** The only way to send anything to a socket. */
export function createSocketSender({ clock, revokedSessions, metrics, log }: SocketSenderOptions): SocketSender {
  const isValid = ({ tokenExpiresAt, caller }: Connection) =>
    tokenExpiresAt > clock.now().getTime() && !revokedSessions.has(caller.sessionId);

  const isReading = ({ socket }: Connection): boolean => {
    // While its connection writes, engine.io keeps what comes after.
    const { writeBuffer } = socket.conn as unknown as { writeBuffer: readonly { readonly data?: string }[] };
    if (writeBuffer.length > maxBuffered.packets) return false;
    const writing = transportOf(socket).socket?.bufferedAmount ?? 0;
    return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), writing) <= maxBuffered.bytes;
  };

  const expire = ({ socket }: Connection) => {
    socket.emit("token_expired", { message: errorMessage("token_expired") });
    metrics.emitted("token_expired");
    socket.disconnect(true);
  };

  return {
    isValid,
    expire,
    emit(connection, ...events) {
      if (!isValid(connection)) return expire(connection);
      if (isReading(connection)) {
        flushOnce(connection.socket, () => {
          for (const { name, body } of events) {
            connection.socket.emit(name, body as never);
            metrics.emitted(name);
          }
        });
        return;
      }
      metrics.slowClosed();
      log.warn("a socket that reads nothing was closed");
      // A regular close would wait for the buffered data.
      transportOf(connection.socket).socket?.terminate();
    },
  };
}
