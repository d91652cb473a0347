import { SocketAuth } from "#contract/realtime.ts";
import type { Clock } from "../clock/clock.ts";
import { toRefusal } from "../http/error-response.ts";
import { Refusal, refusesAny } from "../refusal.ts";
import type { Connection } from "./connection.ts";
import { createQuota } from "./flood-guard.ts";
import type { RealtimePorts } from "./ports.ts";
import type { SocketSender } from "./socket-sender.ts";

/** Events a browser may send in a minute; it normally sends only a renewed token every quarter of an hour. */
const maxEventsPerMinute = 20;

interface ClientEventOptions {
  readonly clock: Clock;
  readonly ports: Pick<RealtimePorts, "verifyToken">;
  readonly sender: SocketSender;
}

/** Handles what the browser sends: a renewed token of the same session. Anything else is refused; too much of it closes the socket. */
export function handleClientEvents(connection: Connection, { clock, ports, sender }: ClientEventOptions): void {
  const { socket, caller } = connection;
  const quota = createQuota(clock, { frames: maxEventsPerMinute, bytes: Infinity });

  const refuse = ({ message, code }: Refusal) =>
    sender.emit(connection, { name: "request_error", body: { message, code } });

  const renewToken = async (body: unknown): Promise<void> => {
    const { data } = SocketAuth.safeParse(body);
    if (!data) return refuse(new Refusal("bad_request"));
    try {
      const verified = await ports.verifyToken(data.token);
      const isSameSession =
        verified.caller.patientId === caller.patientId && verified.caller.sessionId === caller.sessionId;
      if (isSameSession)
        return void (connection.tokenExpiresAt = Math.max(connection.tokenExpiresAt, verified.expiresAt));
      refuse(refusesAny.refuse("forbidden"));
      socket.disconnect(true);
    } catch (error) {
      refuse(toRefusal(error as Error));
    }
  };

  // One after the other: a renewal that takes a moment isn't overtaken by what was sent after it.
  let renewing = Promise.resolve();
  socket.onAny((name: string, body: unknown) => {
    if (!quota.consume(1, 0)) {
      refuse(new Refusal("rate_limited"));
      socket.disconnect(true);
    } else if (name === "token") renewing = renewing.then(() => renewToken(body));
    else refuse(new Refusal("not_found"));
  });
}
