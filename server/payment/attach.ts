import { inTransaction } from "#server/platform/database/open.ts";
import { GatewayRefused, GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { ensureGatewayCustomer } from "./customer.ts";
import { declineRefusal } from "./declines.ts";
import { saveDefaultSource, type SourceRow } from "./cards.ts";

type Deps = Pick<Services, "db" | "gateway" | "clock" | "secrets">;

/**
 * Puts a card on file by its token and makes it the default. Idempotent by key.
 * Refuses with a decline code, `bad_request` for an invalid or used token, `unavailable` when the gateway did not answer.
 */
export async function putCardOnFile(
  services: Deps,
  card: { readonly patientId: string; readonly source: string; readonly idempotencyKey: string },
): Promise<SourceRow> {
  const { patientId, source, idempotencyKey } = card;
  const { gateway, clock, db } = services;
  const attachment = await ensureGatewayCustomer(services, patientId)
    .then((customer) =>
      gateway.attachSource({ customer, source, idempotencyKey: `source:${patientId}:${idempotencyKey}` }),
    )
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  if ("declined" in attachment) throw await declineRefusal(services, patientId, attachment.declined);
  const method = attachment.attached;
  return inTransaction(db, (tx) =>
    saveDefaultSource(tx, { patientId, gateway: gateway.name, method, now: clock.now() }),
  );
}

function refusalOf(error: unknown): unknown {
  if (error instanceof GatewayUnknownOutcome) return new Refusal("unavailable", { retryAfterSeconds: 5 });
  if (!(error instanceof GatewayRefused)) return error;
  const message = "Please enter your card again.";
  return new Refusal("bad_request", { message, fields: [{ path: "source", message }] });
}
