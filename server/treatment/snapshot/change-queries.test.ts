import { beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withdrawTreatmentChangesTo } from "../changes/withdraw-change.ts";
import { updateSubscriptions } from "../queries.ts";
import { type InCare, inCare } from "../testing/in-care.ts";
import { rolledBack } from "../testing/rolled-back.ts";
import {
  agreedTreatmentChanges,
  findTreatmentChange,
  insertTreatmentChange,
  linkReplacedPrescription,
  settleTreatmentChange,
  treatmentChangeRows,
  upcomingProducts,
  waitingTreatmentChange,
  withdrawTreatmentChanges,
} from "./change-queries.ts";

const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
const [stronger, weaker] = ["estradiol_patch_0_1", "estradiol_patch_0_025"];
const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server), await inCare(server)];
});

type Status = Tables["treatment_change"]["status"];
interface Row {
  readonly patient: () => InCare;
  readonly of: string;
  readonly to: string;
  readonly status: Status;
  readonly made: number;
  readonly decided: number | null;
}

/** Changes of two of Rosa's subscriptions and one of Ana's, by their names. */
const changes = {
  asked: { patient: () => rosa, of: patch, to: weaker, status: "agreed", made: 1, decided: 8 },
  withdrawn: { patient: () => rosa, of: patch, to: weaker, status: "withdrawn", made: 2, decided: 3 },
  unasked: { patient: () => rosa, of: patch, to: weaker, status: "agreed", made: 3, decided: 3 },
  refused: { patient: () => rosa, of: patch, to: stronger, status: "refused", made: 4, decided: 5 },
  later: { patient: () => rosa, of: capsule, to: capsule, status: "agreed", made: 5, decided: 6 },
  open: { patient: () => rosa, of: patch, to: stronger, status: "waiting", made: 6, decided: null },
  other: {
    patient: () => rosa,
    of: capsule,
    to: "progesterone_capsule_200",
    status: "waiting",
    made: 7,
    decided: null,
  },
  anas: { patient: () => ana, of: patch, to: stronger, status: "waiting", made: 6, decided: null },
  anasAgreed: { patient: () => ana, of: patch, to: weaker, status: "agreed", made: 1, decided: 9 },
} satisfies Readonly<Record<string, Row>>;

type Name = keyof typeof changes;
interface Found {
  readonly tx: Tx;
  readonly idOf: (name: Name) => string;
  readonly nameOf: (id: string | undefined) => string | undefined;
  readonly subscriptionOf: (patient: InCare, productId: string) => Promise<string>;
  /** The status of each change. */
  readonly statuses: () => Promise<Record<string, Status>>;
}

/** Runs with the changes above, then rolls back. */
const withChanges = (act: (found: Found) => Promise<void>): Promise<void> =>
  rolledBack(server, async (tx) => {
    const subscriptionOf = async ({ id }: InCare, productId: string) =>
      (
        await tx
          .selectFrom("subscription")
          .select("id")
          .where("patient_id", "=", id)
          .where("product_id", "=", productId)
          .executeTakeFirstOrThrow()
      ).id;
    const ids = new Map<string, string>();
    const { id: doctor_id } = await tx.selectFrom("doctor").select("id").executeTakeFirstOrThrow();
    for (const [name, { patient, of, to, status, made, decided }] of Object.entries(changes) as [Name, Row][]) {
      const id = newId();
      ids.set(name, id);
      await insertTreatmentChange(tx, {
        ...{ id, patient_id: patient().id, subscription_id: await subscriptionOf(patient(), of), doctor_id, status },
        ...{ from_product_id: of, from_pricing_id: `${of}_1m`, from_price_cents: 1 },
        ...{ to_product_id: to, to_pricing_id: `${to}_1m`, to_price_cents: 2, refills: 1 },
        ...{ created_at: at(made), decided_at: decided === null ? null : at(decided) },
      });
    }
    const names = new Map([...ids].map(([name, id]) => [id, name]));
    await act({
      ...{ tx, subscriptionOf },
      idOf: (name) => ids.get(name) ?? "",
      nameOf: (id) => names.get(id ?? ""),
      statuses: async () => {
        const rows = await tx
          .selectFrom("treatment_change")
          .select(["id", "status"])
          .where("id", "in", [...ids.values()])
          .execute();
        return Object.fromEntries(rows.map(({ id, status }) => [names.get(id) ?? "", status]));
      },
    });
  });

const asMade = Object.fromEntries(Object.entries(changes).map(([name, { status }]) => [name, status]));

test("a patient's changes that weren't withdrawn, newest first; one by its id, where it is theirs", () =>
  withChanges(async ({ tx, idOf, nameOf }) => {
    const rows = await treatmentChangeRows(tx, rosa.id).execute();
    expect(rows.map(({ id }) => nameOf(id))).toEqual(["other", "open", "later", "refused", "unasked", "asked"]);
    expect(rows.filter((row) => row.is_newest).map(({ id }) => nameOf(id))).toEqual(["other", "open"]);
    await settleTreatmentChange(tx, idOf("open"), "withdrawn", at(9));
    expect((await findTreatmentChange(tx, rosa.id, idOf("refused")))?.is_newest).toBe(false);
    const found = async (patient: InCare, name: Name) =>
      nameOf((await findTreatmentChange(tx, patient.id, idOf(name)))?.id);
    expect([await found(rosa, "withdrawn"), await found(rosa, "anas")]).toEqual(["withdrawn", undefined]);
  }));

test("what a patient was asked and agreed to, by when they did", () =>
  withChanges(async ({ tx, nameOf }) => {
    const agreed = await agreedTreatmentChanges(tx, rosa.id, 5);
    expect(agreed.map(({ id, at: when }) => [nameOf(id), when])).toEqual([
      ["asked", at(8)],
      ["later", at(6)],
    ]);
    expect(await agreedTreatmentChanges(tx, rosa.id, 1)).toHaveLength(1);
  }));

test("the one change that a subscription waits with; settled once", () =>
  withChanges(async ({ tx, idOf, nameOf, subscriptionOf, statuses }) => {
    const waiting = async (patient: InCare, product: string) =>
      nameOf((await waitingTreatmentChange(tx, await subscriptionOf(patient, product)))?.id);
    expect([await waiting(rosa, patch), await waiting(rosa, capsule), await waiting(ana, patch)]).toEqual([
      ...["open", "other", "anas"],
    ]);
    await settleTreatmentChange(tx, idOf("open"), "agreed", at(10));
    await settleTreatmentChange(tx, idOf("open"), "withdrawn", at(11));
    await settleTreatmentChange(tx, idOf("refused"), "agreed", at(11));
    expect(await waiting(rosa, patch)).toBeUndefined();
    expect(await statuses()).toEqual({ ...asMade, open: "agreed" });
    expect((await findTreatmentChange(tx, rosa.id, idOf("open")))?.decided_at).toEqual(at(10));
  }));

test("withdrawn is what waits, of the subscriptions that end", () =>
  withChanges(async ({ tx, idOf, subscriptionOf, statuses }) => {
    await withdrawTreatmentChanges(tx, [], at(10));
    expect(await statuses()).toEqual(asMade);
    await withdrawTreatmentChanges(tx, [await subscriptionOf(rosa, patch)], at(10));
    expect(await statuses()).toEqual({ ...asMade, open: "withdrawn" });
    expect((await findTreatmentChange(tx, rosa.id, idOf("open")))?.decided_at).toEqual(at(10));
    expect((await findTreatmentChange(tx, rosa.id, idOf("refused")))?.decided_at).toEqual(at(5));
  }));

test("withdrawn is what waits for a patient, to the products that are meant", () =>
  withChanges(async ({ tx, statuses }) => {
    await withdrawTreatmentChangesTo(
      { ...server.services, db: tx } as never,
      rosa.id,
      (productId) => productId === stronger,
    );
    expect(await statuses()).toEqual({ ...asMade, open: "withdrawn" });
  }));

test("the prescription that one change replaces", () =>
  withChanges(async ({ tx, idOf }) => {
    const { id } = await tx
      .selectFrom("prescription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    await linkReplacedPrescription(tx, idOf("open"), id);
    const rows = [
      ...(await treatmentChangeRows(tx, rosa.id).execute()),
      ...(await treatmentChangeRows(tx, ana.id).execute()),
    ];
    expect(rows.filter(({ from_prescription_id }) => from_prescription_id === id)).toMatchObject([
      { id: idOf("open") },
    ]);
  }));

test("products that are shipped or about to be: of a discontinued subscription what waits for an answer", () =>
  withChanges(async ({ tx, subscriptionOf }) => {
    const products = async (except = {}) => new Set(await upcomingProducts(tx, rosa.id, except));
    const [patchId, capsuleId] = [await subscriptionOf(rosa, patch), await subscriptionOf(rosa, capsule)];
    const larger = "progesterone_capsule_200";
    expect(await products()).toEqual(new Set([patch, stronger, capsule, larger]));
    expect(await products({ subscriptionId: patchId })).toEqual(new Set([capsule, larger]));
    expect(await products({ orderId: rosa.orderId })).toEqual(new Set());
    expect(await products({ orderId: ana.orderId })).toEqual(new Set([patch, stronger, capsule, larger]));
    await updateSubscriptions(tx, [patchId], { discontinued_on: "2026-01-05" });
    expect(await products()).toEqual(new Set([stronger, capsule, larger]));
    await updateSubscriptions(tx, [capsuleId], { status: "paused" });
    expect(await products()).toEqual(new Set([stronger, capsule, larger]));
    await updateSubscriptions(tx, [capsuleId], { status: "cancelled" });
    expect(await products()).toEqual(new Set([stronger]));
  }));
