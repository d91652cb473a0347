import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Books } from "./emulator/books.ts";
import { createToken } from "./emulator/payment-methods.ts";
import { readCard, TokenRequest } from "./emulator/token-request.ts";

export interface SandboxRoutesSettings extends Books {
  readonly publishableKey: string;
  /** Throws when this caller has asked too often. */
  readonly limit: (request: FastifyRequest) => Promise<void>;
}

/**
 * `POST /sandbox/v1/tokens`: the sandbox's own surface, where the browser turns a card into a token, with the publishable key as
 * bearer. It is the only place a card number reaches, and neither it nor an error about it is logged.
 */
export const sandboxRoutes =
  (settings: SandboxRoutesSettings): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler((error, _request, reply) => {
      const status =
        (error as { statusCode?: number; status?: number }).statusCode ?? (error as { status?: number }).status;
      const known = status !== undefined && status >= 400 && status < 500 ? status : 500;
      return reply
        .code(known)
        .send(problem("api_error", known === 429 ? "rate_limit" : "processing_error", messages[known]));
    });

    app.post("/sandbox/v1/tokens", { logLevel: "silent", bodyLimit: 2048 }, async (request, reply) => {
      void reply.header("cache-control", "no-store");
      await settings.limit(request);
      if (request.headers.authorization !== `Bearer ${settings.publishableKey}`) {
        return reply.code(401).send(problem("invalid_request_error", "invalid_api_key", "Invalid API key."));
      }
      const body = TokenRequest.safeParse(request.body);
      if (!body.success) {
        return reply.code(400).send(problem("invalid_request_error", "parameter_invalid", "Please check your card."));
      }
      const card = readCard(body.data, settings.clock.now());
      if ("code" in card) return reply.code(402).send(problem("card_error", card.code, card.message));
      return { id: await createToken(settings, card), object: "token", type: "card" };
    });
  };

const messages: Readonly<Record<number, string>> = {
  429: "That was a lot of tries in a short time. Please wait a moment and try again.",
};

const problem = (type: string, code: string, message = "We could not save your card. Please try again.") => ({
  error: { type, code, message },
});
