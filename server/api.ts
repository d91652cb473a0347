import type { FastifyInstance } from "fastify";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { registerCall, type Authenticate } from "#server/platform/http/register.ts";
import type { Handler, Resumable } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { handlers } from "./rooms.ts";

/** Registers every call of the contract with its handler, and `not_found` for every other path below /api. */
export function registerApi(app: FastifyInstance, services: Services, authenticate: Authenticate) {
  for (const { room, name, call } of everyCall()) {
    const table = handlers[room] as Readonly<Record<string, Handler<Endpoint> | Resumable<Endpoint>>>;
    registerCall(app, services, authenticate, { name: `${room}.${name}`, call, handler: table[name] });
  }
}
