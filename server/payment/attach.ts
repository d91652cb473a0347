import { transact } from "#server/platform/database/open.ts";
import { GatewayRefused, GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { customerOf } from "./customer.ts";
import { declined } from "./declines.ts";
import { keepSource, type SourceRow } from "./sources.ts";

type Parts = Pick<Services, "db" | "gateway" | "clock" | "secrets">;

/**
 * Puts a card on file by its token; it becomes the default. Again with the same key it is the same card.
 * Refuses with a decline code, `bad_request` for a token that is none or was used, `unavailable` when the gateway did not answer.
 */
export async function putCardOnFile(
  parts: Parts,
  card: { readonly patientId: string; readonly source: string; readonly idempotencyKey: string },
): Promise<SourceRow> {
  const { patientId, source, idempotencyKey } = card;
  const { gateway, clock, db } = parts;
  const attachment = await customerOf(parts, patientId)
    .then((customer) =>
      gateway.attachSource({ customer, source, idempotencyKey: `source:${patientId}:${idempotencyKey}` }),
    )
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  if ("declined" in attachment) throw await declined(parts, patientId, attachment.declined);
  const method = attachment.attached;
  return transact(db, (tx) => keepSource(tx, { patientId, gateway: gateway.name, method, now: clock.now() }));
}

function refusalOf(error: unknown): unknown {
  if (error instanceof GatewayUnknownOutcome) return new Refusal("unavailable", { retryAfterSeconds: 5 });
  if (!(error instanceof GatewayRefused)) return error;
  const message = "Please enter your card again.";
  return new Refusal("bad_request", { message, fields: [{ path: "source", message }] });
}
