import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { home, inCare, type InCare, subscriptionOf, tokenOf } from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const server = serverAtNoon();
const { putOnHold, outOfFills, pastDue } = treatmentScenarios(() => server);
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

const calls = {
  getnext: treatment.getNext,
  reorder: treatment.reorder,
  skip: treatment.skip,
  unskip: treatment.unskip,
  move: treatment.move,
  cancel: treatment.cancelPrescriptionOrder,
} as const;
const kinds = Object.keys(calls) as (keyof typeof calls)[];

const press = async (patient: InCare, kind: keyof typeof calls, id: string, day = "2026-12-01") =>
  server.call(
    calls[kind],
    { params: { id }, ...(kind === "move" && { body: { day } }) } as Input<(typeof calls)[typeof kind]>,
    { token: await tokenOf(server, patient) },
  );

async function act(patient: InCare, call: "pause" | "cancel", product?: string): Promise<InCare> {
  const subscriptionid = product && (await subscriptionOf(server, patient, product)).id;
  const body = { ...(subscriptionid && { subscriptionid }), ...(call === "pause" && { separately: true }) };
  const input = { params: { id: patient.id }, body };
  expect((await server.call(treatment[call], input, { token: await tokenOf(server, patient) })).status).toBe(200);
  return patient;
}

async function endPrescription(patient: InCare, productId: string): Promise<InCare> {
  const { db } = server.services;
  const { id } = await db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patient.id)
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
  const body = { reason: "No longer safe.", message: "Please stop it." };
  expect((await server.call(care.stopPrescription, { params: { id }, body }, { apiKey })).status).toBe(200);
  return patient;
}

async function skipNext(patient: InCare): Promise<void> {
  const next = (await everyOrder(patient)).find(({ actions }) => actions.includes("skip"));
  expect((await press(patient, "skip", next?.id ?? "")).status).toBe(200);
}

/** In care, with three quarters of the box used before the next charge. */
async function nearlyUsedUp(before: (patient: InCare) => Promise<unknown> = async () => null): Promise<InCare> {
  const patient = await inCare(server);
  await before(patient);
  server.clock.advance(22 * 86_400_000);
  return patient;
}
const then = async (patient: Promise<InCare>, change: (patient: InCare) => Promise<unknown>): Promise<InCare> => {
  const known = await patient;
  await change(known);
  return known;
};

const states: Readonly<Record<string, () => Promise<InCare>>> = {
  "in review": async () => {
    const patient = await server.newPatient();
    const submitted = await handedOver(server, "IA", null, patient, {});
    return { ...patient, orderId: submitted.orderId };
  },
  "paid, not sent": () => inCare(server, { delivered: false }),
  "just arrived": () => inCare(server),
  "both paused, box full": () => inCare(server).then((patient) => act(patient, "pause")),
  "both paused, box nearly used": () => nearlyUsedUp((patient) => act(patient, "pause")),
  "both cancelled, box nearly used": () => nearlyUsedUp((patient) => act(patient, "cancel")),
  "only the capsule cancelled, box nearly used": () => nearlyUsedUp((patient) => act(patient, "cancel", capsule)),
  "only the patch cancelled, box nearly used": () => nearlyUsedUp((patient) => act(patient, "cancel", patch)),
  "only the capsule paused, box nearly used": () => nearlyUsedUp((patient) => act(patient, "pause", capsule)),
  "both cancelled, the doctor ended the capsule": () =>
    then(
      nearlyUsedUp((patient) => act(patient, "cancel")),
      (patient) => endPrescription(patient, capsule),
    ),
  "both cancelled, the capsule on hold": () =>
    then(
      nearlyUsedUp((patient) => act(patient, "cancel")),
      (patient) => putOnHold(patient, (productId) => productId === capsule),
    ),
  "both cancelled, no refills left": () =>
    then(
      nearlyUsedUp((patient) => act(patient, "cancel")),
      outOfFills,
    ),
  "the patch on hold": () => then(nearlyUsedUp(), (patient) => putOnHold(patient, (productId) => productId === patch)),
  "past due": () => pastDue(),
  "both skipped": () => then(inCare(server), (patient) => skipNext(patient)),
  "both skipped, and the one after it": () =>
    then(inCare(server), async (patient) => {
      await skipNext(patient);
      await skipNext(patient);
    }),
  "both skipped, then paused": () =>
    then(inCare(server), async (patient) => {
      await skipNext(patient);
      await act(patient, "pause");
    }),
};

const everyOrder = async (patient: InCare) =>
  (await home(server, patient)).subscriptions.flatMap(({ prescriptionorders }) => prescriptionorders);

describe("decisions §9 an action that its call would refuse isn't offered, and one that is offered is taken", () => {
  test.each(Object.entries(states))("%s", async (_, prepare) => {
    const patient = await prepare();
    const orders = await everyOrder(patient);
    const offered = orders.flatMap(({ actions }, index) => actions.map((kind) => ({ index, kind })));
    for (const order of orders)
      for (const kind of kinds) {
        expect([kind, order.getnext !== null]).toEqual([kind, order.actions.includes("getnext")]);
        expect([kind, order.unskip !== null]).toEqual([kind, order.actions.includes("unskip")]);
        expect([kind, order.move !== null]).toEqual([kind, order.actions.includes("move")]);
        expect([kind, order.reorder !== null]).toEqual([kind, order.actions.includes("reorder")]);
        if (order.actions.includes(kind)) continue;
        const { status, problem } = await press(patient, kind, order.id);
        expect([kind, status, problem.code]).toEqual([kind, 409, expect.any(String)]);
      }
    expect(await everyOrder(patient)).toEqual(orders);
    for (const [count, { index, kind }] of offered.entries()) {
      const other = count === 0 ? patient : await prepare();
      const order = (await everyOrder(other))[index];
      const { status, problem, ok } = await press(other, kind, order?.id ?? "", order?.move?.first);
      expect([kind, status, problem?.code]).toEqual([kind, 200, undefined]);
      const quoted = kind === "getnext" ? order?.getnext : kind === "reorder" ? order?.reorder : null;
      if (quoted && "order" in ok && ok.order) {
        expect(ok.order.summary.totalamount).toBe(quoted.amount);
        expect(ok.order.detail.map(({ name }) => name).toSorted()).toEqual([...quoted.names].toSorted());
      }
    }
  });

  test("a pair that belongs together is reordered as one order, from either side", async () => {
    for (const product of [patch, capsule]) {
      const rosa = await states["both cancelled, box nearly used"]?.();
      if (!rosa) throw new Error("No such state");
      const orders = (await subscriptionOf(server, rosa, product)).prescriptionorders;
      const last = orders.find(({ actions }) => actions.includes("reorder"));
      expect(last?.reorder?.names).toHaveLength(2);
      const { ok } = await press(rosa, "reorder", last?.id ?? "");
      expect("order" in ok && ok.order?.detail.map(({ productid }) => productid).toSorted()).toEqual([patch, capsule]);
      expect(ok.message).toContain("go together");
    }
  });
});
