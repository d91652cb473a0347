import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { validateCard, TokenRequest } from "./emulator/card-validation.ts";
import { type Emulator, EmulatorRefused } from "./emulator/emulator.ts";
import { createToken } from "./emulator/payment-methods.ts";
import { answerThreeDSecure } from "./emulator/three-d-secure.ts";

export interface SandboxRoutesSettings extends Emulator {
  readonly publishableKey: string;
  /** Throws when this caller has sent too many requests. */
  readonly checkRateLimit: (request: FastifyRequest) => Promise<void>;
}

/**
 * `POST /sandbox/v1/tokens`: the sandbox's own API, where the browser turns a card into a token, with the publishable key as
 * bearer. Card numbers are sent nowhere else, and neither they nor errors about them are logged.
 * `POST /sandbox/v1/payment_intents/answer`: the cardholder's answer to a bank that asks about a charge.
 */
export const sandboxRoutes =
  (settings: SandboxRoutesSettings): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler((error, _request, reply) => {
      const status =
        (error as { statusCode?: number; status?: number }).statusCode ?? (error as { status?: number }).status;
      const httpStatus = status !== undefined && status >= 400 && status < 500 ? status : 500;
      return reply
        .code(httpStatus)
        .send(
          errorBody("api_error", httpStatus === 429 ? "rate_limit" : "processing_error", messageByStatus[httpStatus]),
        );
    });

    app.post("/sandbox/v1/tokens", { logLevel: "silent", bodyLimit: 2048 }, async (request, reply) => {
      void reply.header("cache-control", "no-store");
      await settings.checkRateLimit(request);
      if (request.headers.authorization !== `Bearer ${settings.publishableKey}`) return refuseKey(reply);
      const body = TokenRequest.safeParse(request.body);
      if (!body.success) {
        return reply.code(400).send(errorBody("invalid_request_error", "parameter_invalid", "Please check your card."));
      }
      const card = validateCard(body.data, settings.clock.now());
      if ("code" in card) return reply.code(402).send(errorBody("card_error", card.code, card.message));
      return { id: await createToken(settings, card), object: "token", type: "card" };
    });

    app.post("/sandbox/v1/payment_intents/answer", { bodyLimit: 2048 }, async (request, reply) => {
      void reply.header("cache-control", "no-store");
      await settings.checkRateLimit(request);
      if (request.headers.authorization !== `Bearer ${settings.publishableKey}`) return refuseKey(reply);
      const body = BankAnswer.safeParse(request.body);
      if (!body.success)
        return reply.code(400).send(errorBody("invalid_request_error", "parameter_invalid", "Please answer again."));
      try {
        const { id, status } = await answerThreeDSecure(settings, body.data.client_secret, body.data.answer);
        return { id, object: "payment_intent", status };
      } catch (error) {
        if (!(error instanceof EmulatorRefused)) throw error;
        return reply.code(400).send(errorBody("invalid_request_error", error.code, "This question has expired."));
      }
    });
  };

/** Body of the answer to the bank's question. */
const BankAnswer = z.object({
  client_secret: z.string().check(z.regex(/^pi_[0-9a-f]+_secret_[0-9a-f]+$/)),
  answer: z.enum(["confirm", "refuse"]),
});

const refuseKey = (reply: FastifyReply) =>
  reply.code(401).send(errorBody("invalid_request_error", "invalid_api_key", "Invalid API key."));

const messageByStatus: Readonly<Record<number, string>> = {
  429: "That was a lot of tries in a short while. Please wait a moment and try again.",
};

const errorBody = (type: string, code: string, message = "We couldn't save your card. Please try again.") => ({
  error: { type, code, message },
});
