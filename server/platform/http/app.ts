import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance } from "fastify";
import { installPlainValidationMessages } from "#contract/fields/validation-messages.ts";
import type { ErrorCode } from "#contract/http/errors.ts";
import type { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { sendRefusal, toRefusal, refuseMalformedRequest } from "./error-response.ts";
import { readJson } from "./request-body.ts";
import { schemaController, serializerCompiler, validatorCompiler } from "./schema-compilers.ts";
import { securityHeaders } from "./security-headers.ts";

/** Largest JSON body, in bytes. */
const maxBodyBytes = 128 * 1024;

declare module "fastify" {
  interface FastifyContextConfig {
    call?: string;
    codes?: ReadonlySet<ErrorCode>;
  }
  interface FastifyReply {
    refusedWith: string | null;
  }
}

/** Largest request headers, in bytes: more than our cookies can add up to, so that a browser full of other cookies can still sign in and clear them. */
const maxHeaderBytes = 32 * 1024;

/** A Fastify instance with our errors, headers and parsers, before any route. */
export async function createHttp(services: Services): Promise<FastifyInstance> {
  installPlainValidationMessages();
  const { config, log } = services;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    bodyLimit: maxBodyBytes,
    http: { maxHeaderSize: maxHeaderBytes },
    clientErrorHandler: refuseMalformedRequest,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 60_000,
    // A start may take long on a busy machine.
    pluginTimeout: 60_000,
    // A stopping node answers requests that reached it, see `graceful-shutdown.ts`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    schemaController,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate("draining", false);
  app.decorateRequest("caller", null);
  app.decorateRequest("clinic", null);
  app.decorateRequest("upload", null);
  app.decorateRequest("callName", "");
  app.decorateRequest("auditedPatients");
  app.decorateRequest("recordAccess");
  app.decorateReply("refusedWith", null);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    try {
      done(null, readJson(request.headers["content-type"] ?? "", bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  await app.register(cookie);
  const headers = await securityHeaders(services);

  app.addHook("onRequest", (request, reply, done) => {
    request.auditedPatients = new Set();
    request.recordAccess = new Map();
    void reply.headers(headers).header("x-request-id", request.id);
    if (request.url.startsWith("/api"))
      void reply.headers({ "cache-control": "no-store", "x-server-time": services.clock.now().toISOString() });
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (app.draining) void reply.header("connection", "close");
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    log.info(
      {
        request: request.id,
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "request",
    );
    done();
  });

  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = toRefusal(error);
    const codes = request.routeOptions.config.codes;
    if (refusal.status >= 500) log.error({ request: request.id, err: loggableError(error) }, "request failed");
    if (codes && !codes.has(refusal.code))
      log.error({ request: request.id, call: request.callName, code: refusal.code }, "undeclared error code");
    return reply.send(sendRefusal(services.content, reply, refusal));
  });
  return app;
}

/** Message and stack for our log; never a query's parameters. */
const loggableError = (error: Error) => ({
  name: error.name,
  message: error.message.split("\n")[0],
  stack: error.stack?.split("\n").slice(0, 12).join("\n"),
});
