import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Faults } from "../faults.ts";
import { GatewayRefused } from "../port.ts";
import type { Books } from "./books.ts";
import { type Answer, calls, type WireRequest } from "./stripe-calls.ts";

export interface StripeServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface StripeServerSettings extends Books {
  readonly secretKey: string;
  readonly faults: Faults;
}

/** The emulator behind the subset of Stripe's HTTP protocol the Stripe adapter uses; listens on a free local port. */
export async function openStripeServer(settings: StripeServerSettings): Promise<StripeServer> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", "http://stripe");
      const call = calls.find(({ method, path }) => method === request.method && path.test(url.pathname));
      const fault = call?.operation && settings.faults.take(call.operation);
      if (fault === "before") return lose(response);
      const answer = await answerTo(request, url);
      if (fault === "after") return lose(response);
      return response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    })();
  });

  async function answerTo(request: IncomingMessage, url: URL): Promise<Answer> {
    if (request.headers.authorization !== `Bearer ${settings.secretKey}`) return failure(401, "invalid_api_key");
    const call = calls.find(({ method, path }) => method === request.method && path.test(url.pathname));
    if (call === undefined) return failure(404, "resource_missing");
    const form = request.method === "GET" ? url.searchParams : new URLSearchParams(await text(request));
    const wire: WireRequest = {
      id: call.path.exec(url.pathname)?.[1] ?? "",
      key: String(request.headers["idempotency-key"]),
      field: (name) => form.get(name) ?? "",
    };
    try {
      return await call.handle(settings, wire);
    } catch (error) {
      if (!(error instanceof GatewayRefused)) return failure(500, "api_error", "api_error");
      if (error.code === "idempotency_error") return failure(400, undefined, "idempotency_error");
      return failure(error.code === "resource_missing" ? 404 : 400, error.code);
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

/** What a proxy says when it got no answer. (The SDK would silently repeat a request whose connection broke.) */
const lose = (response: ServerResponse) => response.writeHead(502, { "content-type": "text/html" }).end("<html>");

const failure = (status: number, code: string | undefined, type = "invalid_request_error"): Answer => ({
  status,
  body: { error: { type, code, message: "Refused" } },
});
