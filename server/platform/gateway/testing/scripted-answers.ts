import type { ServerResponse } from "node:http";
import type { Decline } from "../port.ts";
import { stripeCardError } from "../sandbox/emulator/to-stripe.ts";

/** What the twin says instead of what Stripe would: it can misbehave in every way its table knows. */
export type ScriptedAnswer = (response: ServerResponse) => void;

/** JSON of any kind, with a status. */
export const json =
  (status: number, body: unknown): ScriptedAnswer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** An error in Stripe's form. */
export const stripeError = (
  status: number,
  error: { readonly type?: string; readonly code?: string; readonly param?: string; readonly message?: string },
): ScriptedAnswer => json(status, { error: { type: "invalid_request_error", message: "Refused", ...error } });

/** A decline of the charge being made, with its intent, in one of Stripe's decline codes. */
export const declineOfCharge =
  (code: string, more: object = {}): ScriptedAnswer =>
  (response) => {
    const error = {
      ...stripeCardError({ code: "generic_decline", final: false } satisfies Decline),
      decline_code: code,
      ...more,
    };
    const intent = { id: "pi_declined", object: "payment_intent", status: "requires_payment_method", metadata: {} };
    json(402, { error: { ...error, payment_intent: { ...intent, last_payment_error: error } } })(response);
  };

/** Not JSON: a proxy's page, or nothing. */
export const text =
  (status: number, body: string): ScriptedAnswer =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/html" }).end(body);

/** The connection breaks. */
export const broken: ScriptedAnswer = (response) => void response.socket?.destroy();

/** Never says anything. */
export const silent: ScriptedAnswer = () => undefined;

/** Begins, and goes on for ever a byte at a time: the connection is never silent. */
export const dripping: ScriptedAnswer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const drip = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(drip));
};

/** Switches protocols, which nobody asked for. */
export const switching: ScriptedAnswer = (response) =>
  void response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
