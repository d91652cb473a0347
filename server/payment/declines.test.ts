import { beforeAll, expect, test } from "vitest";
import { declineCodes } from "#server/platform/gateway/port.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { cardGone, declineRefusal } from "./declines.ts";

let server: TestServer;
let patients: Readonly<Record<"in treatment" | "of the store", string>>;
beforeAll(async () => {
  server = await sharedTestServer();
  patients = { "in treatment": (await server.newPatient()).id, "of the store": (await server.newPatient()).id };
  const { db } = server.services;
  await db.updateTable("patient").set({ nonrx_only: true }).where("id", "=", patients["of the store"]).execute();
});

const refusals = [
  ["insufficient_funds", "insufficient_funds", null],
  ["lost_card", "lost_card", null],
  ["expired_card", "expired_card", null],
  ["invalid_expiry_month", "expired_card", null],
  ["generic_decline", "card_declined", null],
  ["of a later version", "card_declined", null],
  [cardGone, "card_declined", sentence("payment.card_gone")],
  [null, "card_declined", sentence("payment.not_reached")],
] as const;

test("each reason of the gateway has a row", () => {
  const reasons = new Set<string | null>(refusals.map(([reason]) => reason));
  for (const code of declineCodes) expect(reasons).toContain(code);
});

test.each(refusals.flatMap((row) => (["in treatment", "of the store"] as const).map((who) => [...row, who] as const)))(
  "%s is refused with %s: %j, for a patient %s",
  async (reason, code, message, who) => {
    const refuse = (given: string, more?: object) => new Refusal(given as never, more);
    const refused = await declineRefusal({ ...server.services, refuse } as never, patients[who], reason);
    const isOfStore = code === "card_declined" && message === null && who === "of the store";
    expect([refused.code, refused.options.message]).toEqual([
      code,
      isOfStore ? sentence("payment.declined_store_only") : (message ?? undefined),
    ]);
  },
);
