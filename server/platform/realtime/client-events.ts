import { SocketAuth } from "#contract/realtime.ts";
import { toRefusal } from "../http/refuse.ts";
import { Refusal } from "../refusal.ts";
import type { Clock } from "../clock.ts";
import type { Connection } from "./connection.ts";
import type { Outlet } from "./outlet.ts";
import type { RealtimePorts } from "./ports.ts";
import { createQuota } from "./quota.ts";

/** Events a browser may send in a minute: a renewed token every quarter of an hour is what it has to say. */
const mostPerMinute = 20;

interface Parts {
  readonly clock: Clock;
  readonly ports: Pick<RealtimePorts, "prove">;
  readonly outlet: Outlet;
}

/** Takes what the browser sends: a renewed token of the same session. Everything else is refused; too much of it closes the socket. */
export function listenTo(connection: Connection, { clock, ports, outlet }: Parts): void {
  const { socket, caller } = connection;
  const quota = createQuota(clock, { frames: mostPerMinute, bytes: Infinity });

  const refuse = ({ message, code }: Refusal) =>
    outlet.emit(connection, { name: "request_error", body: { message, code } });

  const renew = async (body: unknown) => {
    const { data } = SocketAuth.safeParse(body);
    if (!data) return refuse(new Refusal("bad_request"));
    try {
      const proof = await ports.prove(data.token);
      const same = proof.caller.patientId === caller.patientId && proof.caller.sessionId === caller.sessionId;
      if (same) return void (connection.endsAt = Math.max(connection.endsAt, proof.endsAt));
      refuse(new Refusal("forbidden"));
      socket.disconnect(true);
    } catch (error) {
      refuse(toRefusal(error as Error));
    }
  };

  socket.onAny((name: string, body: unknown) => {
    if (!quota.takes(1, 0)) {
      refuse(new Refusal("rate_limited"));
      socket.disconnect(true);
    } else if (name === "token") void renew(body);
    else refuse(new Refusal("not_found"));
  });
}
