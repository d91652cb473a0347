import { beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack, withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import {
  adoptVisitorAssignment,
  assignmentsOf,
  deleteVisitorAssignmentsBefore,
  ensureAssignment,
} from "./experiment-queries.ts";
import { experimentFunnels, flowFunnels } from "./funnel.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

let server: TestServer;
let rosa: InCare;
let ana: InCare;
/** Has signed up, and nothing else. */
let eva: TestPatient;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana, eva] = [await inCare(server), await inCare(server), await server.newPatient()];
});

const [colour, words] = [`colour ${newId()}`, `words ${newId()}`];
interface Assigned {
  readonly experiment?: string;
  readonly subject: string;
  readonly variant?: string;
  readonly patientId?: string | null;
  readonly now?: Date;
}
const assign = (tx: Tx, { experiment = colour, variant = "red", patientId = null, now = at(1), subject }: Assigned) =>
  ensureAssignment(tx, { experiment, subject, variant, patientId, now });

test("a browser keeps its first variant of each experiment", () =>
  rolledBack(server, async (tx) => {
    expect(await assign(tx, { subject: "one", variant: "blue" })).toEqual({ variant: "blue", patientId: null });
    expect(await assign(tx, { subject: "one", patientId: rosa.id })).toEqual({ variant: "blue", patientId: null });
    expect(await assign(tx, { subject: "two", patientId: rosa.id })).toEqual({ variant: "red", patientId: rosa.id });
    expect(await assign(tx, { subject: "one", experiment: words, variant: "long" })).toMatchObject({ variant: "long" });
  }));

test("who signs up takes over the browser's variant, unless it's a patient's already", () =>
  rolledBack(server, async (tx) => {
    await assign(tx, { subject: "one", variant: "blue" });
    await assign(tx, { subject: "two" });
    await assign(tx, { subject: "one", experiment: words, variant: "long" });
    const adopt = (subject: string, patientId: string) =>
      adoptVisitorAssignment(tx, { experiment: colour, subject, patientId });
    expect([await adopt("one", rosa.id), await adopt("one", ana.id), await adopt("three", ana.id)]).toEqual([
      ...["blue", null, null],
    ]);
    const own = async ({ id }: InCare) =>
      (await assignmentsOf(tx, id)).filter(({ experiment }) => [colour, words].includes(experiment));
    expect([await own(rosa), await own(ana)]).toEqual([[{ experiment: colour, variant: "blue" }], []]);
  }));

test("what visitors were assigned is forgotten after a while; what a patient was stays", () =>
  rolledBack(server, async (tx) => {
    await assign(tx, { subject: "old", now: at(1) });
    await assign(tx, { subject: "new", now: at(2) });
    await assign(tx, { subject: "patient", now: at(1), patientId: rosa.id });
    await deleteVisitorAssignmentsBefore(tx, at(2));
    const rows = await tx
      .selectFrom("experiment_assignment")
      .select("subject")
      .where("experiment", "=", colour)
      .execute();
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set(["new", "patient"]));
  }));

test("a variant's funnel: who saw it, signed up after, finished the visit and paid a first order", () =>
  rolledBack(server, async (tx) => {
    const since = async ({ id }: TestPatient, created_at: Date) =>
      tx.updateTable("patient").set({ created_at }).where("id", "=", id).execute();
    for (const patient of [rosa, ana, eva]) await since(patient, at(2));
    await assign(tx, { subject: "visitor" });
    await assign(tx, { subject: "rosa", patientId: rosa.id });
    await assign(tx, { subject: "eva", patientId: eva.id });
    await assign(tx, { subject: "ana", variant: "blue", patientId: ana.id });
    await assign(tx, { subject: "elsewhere", experiment: words, variant: "long", patientId: rosa.id });
    const funnels = async () => Object.fromEntries(await experimentFunnels(tx, colour));
    const blue = { assigned: 1, signedUp: 1, finished: 1, paid: 1 };
    expect(await funnels()).toEqual({ blue, red: { assigned: 3, signedUp: 2, finished: 1, paid: 1 } });
    expect((await experimentFunnels(tx, colour)).map(([variant]) => variant)).toEqual(["blue", "red"]);
    await tx.updateTable("onboarding").set({ status: "PENDING" }).where("patient_id", "=", ana.id).execute();
    expect((await funnels())["blue"]).toEqual({ ...blue, finished: 0 });
    const setOrder = (order: object) =>
      withoutTriggers(tx, () => tx.updateTable("customer_order").set(order).where("id", "=", ana.orderId).execute());
    await setOrder({ status: "refunded" });
    expect((await funnels())["blue"]).toMatchObject({ paid: 1 });
    await setOrder({ status: "failed" });
    expect((await funnels())["blue"]).toMatchObject({ paid: 0 });
    await setOrder({ status: "paid", kind: "renewal" });
    expect((await funnels())["blue"]).toMatchObject({ paid: 0 });
    // Was a patient a minute before seeing the variant, and longer.
    await since(ana, new Date(at(1).getTime() - 60_000));
    expect((await funnels())["blue"]).toMatchObject({ assigned: 1 });
    await since(ana, new Date(at(1).getTime() - 60_001));
    expect((await funnels())["blue"]).toBeUndefined();
  }));

test("a flow's funnel counts those who began a visit with it", () =>
  rolledBack(server, async (tx) => {
    const flow = `flow ${newId()}`;
    const before = Object.fromEntries(await flowFunnels(tx));
    for (const { id } of [rosa, ana])
      await tx.updateTable("onboarding").set({ flow_variant: flow }).where("patient_id", "=", id).execute();
    await tx.updateTable("onboarding").set({ status: "PENDING" }).where("patient_id", "=", ana.id).execute();
    const funnels = await flowFunnels(tx);
    expect(Object.fromEntries(funnels)[flow]).toEqual({ assigned: 2, signedUp: 2, finished: 1, paid: 2 });
    expect(before[flow]).toBeUndefined();
    const names = funnels.map(([variant]) => variant);
    expect(new Set(names).size).toBe(names.length);
  }));
