import { beforeAll, expect, test } from "vitest";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack, withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import { cancelledOrdersOf } from "./cancel-order.ts";
import { patientRequestsOf, requireAskedBefore } from "./patient-requests.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

let server: TestServer;
let rosa: InCare;
let ana: InCare;
let other: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana, other] = [await inCare(server), await inCare(server), await inCare(server)];
});

test("a patient has asked today or earlier", () => {
  const { services } = server;
  const ask = (days: number) => () =>
    requireAskedBefore(services, { channel: "phone", on: addDays(clinicToday(services), days) });
  expect(ask(0)).not.toThrow();
  expect(ask(-1)).not.toThrow();
  expect(ask(1)).toThrow(Refusal);
});

test("what the practice did because a patient asked: this patient's, newest first, with every field", () =>
  rolledBack(server, async (tx) => {
    const { secrets } = server.services;
    const ids = [newId(), newId(), newId(), newId()].toSorted((one, other) => (one < other ? -1 : 1));
    const { id: subscription_id } = await tx
      .selectFrom("subscription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    const rows = [
      { patient: rosa, action: "pause", done_at: at(1), note: "On a journey", changes: null },
      { patient: rosa, action: "contact", done_at: at(3), note: null, changes: [{ field: "phone", before: "1" }] },
      { patient: rosa, action: "resume", done_at: at(3), note: null, changes: null },
      { patient: ana, action: "cancel", done_at: at(2), note: "Another's", changes: null },
    ] as const;
    for (const [index, { patient, action, done_at, note, changes }] of rows.entries()) {
      const id = ids[index] ?? "";
      await tx
        .insertInto("patient_request")
        .values({
          ...{ id, patient_id: patient.id, action, done_at, channel: "phone", asked_on: `2026-01-0${index + 1}` },
          subscription_id: action === "contact" ? null : subscription_id,
          note_sealed: note && secrets.seal(note, sealed("patient_request.note_sealed")(id)),
          changes_sealed: changes && secrets.seal(changes, sealed("patient_request.changes_sealed")(id)),
          actor: `key:${index}`,
          caller_proved: action === "contact" ? "birthday_and_phone" : null,
        })
        .execute();
    }
    const told = { channel: "phone", note: null, changes: [], callerproved: null };
    expect(await patientRequestsOf({ ...server.services, db: tx }, rosa.id)).toEqual([
      {
        ...told,
        ...{
          subscriptionid: subscription_id,
          action: "resume",
          on: "2026-01-03",
          actor: "key:2",
          at: at(3).toISOString(),
        },
      },
      {
        ...told,
        ...{ subscriptionid: null, action: "contact", on: "2026-01-02", actor: "key:1", at: at(3).toISOString() },
        ...{ changes: [{ field: "phone", before: "1" }], callerproved: "birthday_and_phone" },
      },
      {
        ...told,
        ...{
          subscriptionid: subscription_id,
          action: "pause",
          on: "2026-01-01",
          actor: "key:0",
          at: at(1).toISOString(),
        },
        note: "On a journey",
      },
    ]);
  }));

test("the orders the practice cancelled for a patient, newest first, with the reason of each", () =>
  rolledBack(server, async (tx) => {
    // Another order of the same patient.
    await withoutTriggers(tx, () =>
      tx
        .updateTable("customer_order")
        .set({ patient_id: rosa.id, kind: "cart", idempotency_key: null })
        .where("id", "=", other.orderId)
        .execute(),
    );
    const cancel = (order_id: string, hour: number, reason: string) =>
      tx
        .insertInto("order_cancellation")
        .values({
          ...{ order_id, cancelled_at: at(hour) },
          reason_sealed: server.services.secrets.seal(reason, sealed("order_cancellation.reason_sealed")(order_id)),
        })
        .execute();
    await cancel(rosa.orderId, 1, "Bought twice");
    await cancel(ana.orderId, 2, "Moved away");
    await cancel(other.orderId, 3, "Too late");
    const services = { ...server.services, db: tx };
    expect(await cancelledOrdersOf(services, rosa.id)).toEqual([
      { orderid: other.orderId, at: at(3).toISOString(), reason: "Too late" },
      { orderid: rosa.orderId, at: at(1).toISOString(), reason: "Bought twice" },
    ]);
  }));
