import type { IncomingMessage } from "node:http";
import { invalidTokenText, SocketAuth } from "#contract/realtime.ts";
import { toRefusal } from "../http/error-response.ts";
import type { Caller } from "../http/handler.ts";
import { Refusal, refusesAny } from "../refusal.ts";
import type { Services } from "../services.ts";
import { type PatientSocket, terminateAfterTimeout, transportOf } from "./connection.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { RealtimePorts } from "./ports.ts";

/** Handshakes of one patient in a minute: enough for tabs that reconnect, not for a reconnect loop. */
export const handshakeLimit = { points: 120, seconds: 60 };

type HandshakeOptions = Pick<Services, "audit" | "config" | "limiter" | "log"> & {
  readonly ports: Pick<RealtimePorts, "verifyToken" | "openFeed">;
  readonly metrics: RealtimeMetrics;
};

/** Throws a Refusal when a connection may not be opened: from a page of another origin, or beyond the address's request limit. */
export const checkUpgrade =
  ({ config, limiter }: Pick<Services, "config" | "limiter">) =>
  async (request: IncomingMessage): Promise<void> => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== new URL(config.publicUrl).origin) throw refusesAny.refuse("forbidden");
    const limit = { points: config.requestsPerMinute, seconds: 60 };
    await limiter.consume("socket-address", addressOf(request, config.trustProxy), limit);
  };

/**
 * Accepts one handshake per connection: checks its token and that its session is live, and records the feed's position. An authenticated
 * patient leaves an audit row, admitted or refused, before the answer: everything the socket sends later follows from it.
 */
export function authenticateHandshake({ audit, limiter, log, ports, metrics }: HandshakeOptions) {
  const attempted = new WeakSet<object>();

  const verifyHandshake = async ({ id, handshake }: PatientSocket) => {
    const { data } = SocketAuth.safeParse(handshake.auth);
    if (!data) throw new Refusal("invalid_token");
    const token = await ports.verifyToken(data.token);
    try {
      await limiter.consume("socket-patient", token.caller.patientId, handshakeLimit);
      const cursor = await ports.openFeed(token.caller);
      if (!cursor) throw new Refusal("invalid_token");
      await recordAudit(id, token.caller, { status: 101, code: null });
      return { token, cursor };
    } catch (error) {
      const { status, code } = toRefusal(error as Error);
      await recordAudit(id, token.caller, { status, code });
      throw error;
    }
  };

  const recordAudit = (requestId: string, { patientId }: Caller, outcome: { status: number; code: string | null }) =>
    audit.record({ actor: `patient:${patientId}`, patientId, call: "realtime.connect", requestId, ...outcome });

  const refusalOf = async (socket: PatientSocket): Promise<Error | undefined> => {
    try {
      socket.data = await verifyHandshake(socket);
      return undefined;
    } catch (error) {
      const refusal = toRefusal(error as Error);
      if (refusal.code === "internal")
        log.error({ request: socket.id, err: { message: (error as Error).message } }, "handshake failed");
      metrics.refused(refusal.code);
      terminateAfterTimeout(socket);
      return connectError(refusal);
    }
  };

  return async (socket: PatientSocket, next: (error?: Error) => void): Promise<void> => {
    if (!attempted.has(socket.conn)) {
      attempted.add(socket.conn);
      return next(await refusalOf(socket));
    }
    transportOf(socket).socket?.terminate();
  };
}

/** The text is that of spec §8 for any invalid token; `data.code` tells the browser whether a renewed one helps. */
function connectError({ code, message, options: { retryAfterSeconds } }: Refusal): Error {
  const isTokenError = code === "token_expired" || code === "invalid_token";
  return Object.assign(new Error(isTokenError ? invalidTokenText : message), {
    data: { code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  });
}

/** The address a connection comes from, determined as for HTTP requests. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers["x-forwarded-for"] : undefined;
  return (
    String(forwarded ?? "")
      .split(",", 1)[0]
      ?.trim() ||
    (socket.remoteAddress ?? "")
  );
}
