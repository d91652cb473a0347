import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Emulator, EmulatorRefused } from "../sandbox/emulator/emulator.ts";
import type { Faults } from "../sandbox/faults.ts";
import type { ScriptedAnswer } from "./scripted-answers.ts";
import { type StripeResponse, callOf, type StripeRequest } from "./stripe-calls.ts";

export interface StripeServer {
  readonly port: number;
  /** Answers to requests whose method and path begin with this (`POST /v1/payment_intents`; empty: all) until it is taken away with null. */
  readonly script: (request: string, answer: ScriptedAnswer | null) => void;
  /** How many requests have come so far. */
  readonly requests: () => number;
  close(): Promise<void>;
}

export interface StripeServerSettings extends Emulator {
  readonly secretKey: string;
  readonly faults: Faults;
}

/** The emulator behind the subset of Stripe's HTTP protocol the Stripe adapter uses; listens on a free local port. */
export async function openStripeServer(settings: StripeServerSettings): Promise<StripeServer> {
  const scripts = new Map<string, ScriptedAnswer>();
  let requests = 0;
  const server: Server = createServer((request, response) => {
    void (async () => {
      requests += 1;
      const url = new URL(request.url ?? "/", "http://stripe");
      const name = `${request.method} ${url.pathname}`;
      const scripted = [...scripts].find(([begins]) => name.startsWith(begins))?.[1];
      if (scripted) return scripted(response);
      const call = callOf(request.method, url);
      const fault = call?.operation && settings.faults.takeNext(call.operation);
      if (fault === "before") return sendBadGateway(response);
      const result = await handleRequest(request, url);
      if (fault === "after") return sendBadGateway(response);
      return response.writeHead(result.status, { "content-type": "application/json" }).end(JSON.stringify(result.body));
    })();
  });

  async function handleRequest(request: IncomingMessage, url: URL): Promise<StripeResponse> {
    if (request.headers.authorization !== `Bearer ${settings.secretKey}`) return errorResponse(401, "invalid_api_key");
    const call = callOf(request.method, url);
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
      if (!(error instanceof EmulatorRefused)) return errorResponse(500, "api_error", "api_error");
      if (error.code === "idempotency_error") return errorResponse(400, undefined, "idempotency_error");
      return errorResponse(error.code === "resource_missing" ? 404 : 400, error.code || undefined);
    }
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as AddressInfo).port,
    script: (request, answer) => void (answer === null ? scripts.delete(request) : scripts.set(request, answer)),
    requests: () => requests,
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
