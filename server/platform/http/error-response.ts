import type { FastifyError, FastifyReply } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { FieldIssue } from "#contract/http/errors.ts";
import { isDatabaseUnavailable } from "../database/availability.ts";
import { Refusal } from "../refusal.ts";

/** Sets status and headers of a refusal on the reply; returns its body. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): string {
  reply.refusedWith = refusal.code;
  if (refusal.options.retryAfterSeconds) void reply.header("retry-after", String(refusal.options.retryAfterSeconds));
  void reply.code(refusal.status).type("application/json");
  return JSON.stringify(refusal.problem);
}

/** The refusal an error is answered with. */
export function toRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return new Refusal("bad_request", { fields: fieldsOf(error.validation) });
  const { code = "", statusCode: status = 500 } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal("body_too_large");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Refusal("unsupported_media");
  if (isDatabaseUnavailable(error)) return new Refusal("unavailable", { retryAfterSeconds: 5 });
  if (status >= 400 && status < 500) return new Refusal("malformed");
  return new Refusal("internal");
}

function fieldsOf(validation: readonly { instancePath?: string; message?: string }[]): FieldIssue[] {
  return validation.map(({ instancePath, message }) => ({
    path: (instancePath ?? "").replace(/^\//, "").replaceAll("/", "."),
    message: message ?? "Please check this.",
  }));
}
