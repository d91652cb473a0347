import type { IncomingMessage } from "node:http";
import { invalidTokenText, SocketAuth } from "#contract/realtime.ts";
import type { Caller } from "../http/handler.ts";
import { toRefusal } from "../http/refuse.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { type PatientSocket, terminateSoon, transportOf } from "./connection.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { RealtimePorts } from "./ports.ts";

/** Handshakes of one patient in a minute: tabs that come back, not one that goes in circles. */
export const perPatient = { points: 120, seconds: 60 };

type Parts = Pick<Services, "audit" | "config" | "limiter" | "log"> & {
  readonly ports: Pick<RealtimePorts, "prove" | "join">;
  readonly metrics: RealtimeMetrics;
};

/** Throws a Refusal when a connection may not be opened: to pages of another origin, or for more of one address than its requests. */
export const mayOpen =
  ({ config, limiter }: Pick<Services, "config" | "limiter">) =>
  async (request: IncomingMessage): Promise<void> => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== new URL(config.publicUrl).origin) throw new Refusal("forbidden");
    const limit = { points: config.requestsPerMinute, seconds: 60 };
    await limiter.consume("socket-address", addressOf(request, config.trustProxy), limit);
  };

/**
 * Takes one handshake for each connection: proves its token and that its session lives, and notes where her feed is at. One that proves a
 * patient leaves a row, admitted or refused, before it is answered: everything she is told afterwards is told because of it.
 */
export function admit({ audit, limiter, log, ports, metrics }: Parts) {
  const tried = new WeakSet<object>();

  const proven = async ({ id, handshake }: PatientSocket) => {
    const { data } = SocketAuth.safeParse(handshake.auth);
    if (!data) throw new Refusal("invalid_token");
    const proof = await ports.prove(data.token);
    try {
      await limiter.consume("socket-patient", proof.caller.patientId, perPatient);
      const place = await ports.join(proof.caller);
      if (!place) throw new Refusal("invalid_token");
      await record(id, proof.caller, { status: 101, code: null });
      return { proof, place };
    } catch (error) {
      const { status, code } = toRefusal(error as Error);
      await record(id, proof.caller, { status, code });
      throw error;
    }
  };

  const record = (requestId: string, { patientId }: Caller, outcome: { status: number; code: string | null }) =>
    audit.record({ actor: `patient:${patientId}`, patientId, call: "realtime.connect", requestId, ...outcome });

  const verdict = async (socket: PatientSocket): Promise<Error | undefined> => {
    try {
      socket.data = await proven(socket);
      return undefined;
    } catch (error) {
      const refusal = toRefusal(error as Error);
      if (refusal.code === "internal")
        log.error({ request: socket.id, err: { message: (error as Error).message } }, "handshake failed");
      metrics.refused(refusal.code);
      terminateSoon(socket);
      return connectError(refusal);
    }
  };

  return async (socket: PatientSocket, next: (error?: Error) => void): Promise<void> => {
    if (!tried.has(socket.conn)) {
      tried.add(socket.conn);
      return next(await verdict(socket));
    }
    transportOf(socket).socket?.terminate();
  };
}

/** The text is the one of spec §8 whatever is wrong with the token; `data.code` tells the browser whether a renewed one helps. */
function connectError({ code, message, options: { retryAfterSeconds } }: Refusal): Error {
  const ofToken = code === "token_expired" || code === "invalid_token";
  return Object.assign(new Error(ofToken ? invalidTokenText : message), {
    data: { code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  });
}

/** The address a connection comes from, as the requests of the app count it. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers["x-forwarded-for"] : undefined;
  return (
    String(forwarded ?? "")
      .split(",", 1)[0]
      ?.trim() ||
    (socket.remoteAddress ?? "")
  );
}
