import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Faults } from "../sandbox/faults.ts";
import { GatewayRefused } from "../port.ts";
import type { Emulator } from "../sandbox/emulator/emulator.ts";
import { type StripeResponse, calls, type StripeRequest } from "./stripe-calls.ts";

export interface StripeServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface StripeServerSettings extends Emulator {
  readonly secretKey: string;
  readonly faults: Faults;
}

/** The emulator behind the subset of Stripe's HTTP protocol the Stripe adapter uses; listens on a free local port. */
export async function openStripeServer(settings: StripeServerSettings): Promise<StripeServer> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", "http://stripe");
      const call = calls.find(({ method, path }) => method === request.method && path.test(url.pathname));
      const fault = call?.operation && settings.faults.takeNext(call.operation);
      if (fault === "before") return sendBadGateway(response);
      const result = await handleRequest(request, url);
      if (fault === "after") return sendBadGateway(response);
      return response.writeHead(result.status, { "content-type": "application/json" }).end(JSON.stringify(result.body));
    })();
  });

  async function handleRequest(request: IncomingMessage, url: URL): Promise<StripeResponse> {
    if (request.headers.authorization !== `Bearer ${settings.secretKey}`) return errorResponse(401, "invalid_api_key");
    const call = calls.find(({ method, path }) => method === request.method && path.test(url.pathname));
    if (call === undefined) return errorResponse(404, "resource_missing");
    const form = request.method === "GET" ? url.searchParams : new URLSearchParams(await text(request));
    const stripeRequest: StripeRequest = {
      id: call.path.exec(url.pathname)?.[1] ?? "",
      idempotencyKey: String(request.headers["idempotency-key"]),
      field: (name) => form.get(name) ?? "",
    };
    try {
      return await call.handle(settings, stripeRequest);
    } catch (error) {
      if (!(error instanceof GatewayRefused)) return errorResponse(500, "api_error", "api_error");
      if (error.code === "idempotency_error") return errorResponse(400, undefined, "idempotency_error");
      return errorResponse(error.code === "resource_missing" ? 404 : 400, error.code);
    }
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** What a proxy answers when it gets no answer. (The SDK would silently repeat a request whose connection broke.) */
const sendBadGateway = (response: ServerResponse) =>
  response.writeHead(502, { "content-type": "text/html" }).end("<html>");

const errorResponse = (status: number, code: string | undefined, type = "invalid_request_error"): StripeResponse => ({
  status,
  body: { error: { type, code, message: "Refused" } },
});
