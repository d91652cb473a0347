import { care } from "#contract/care/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { putPrescriptionsOnHold } from "#server/care/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { type TestServer, testApiKey } from "#server/testing/harness.ts";
import { inCare, type InCare, passDays, declineCard } from "./in-care.ts";

/** Steps of treatments in which something goes wrong. */
export const treatmentScenarios = (server: () => TestServer) => {
  const db = () => server().services.db;
  const openPrescriptionRenewals = async (patient: InCare) =>
    (await server().call(care.prescriptionRenewals, { query: {} }, { apiKey: testApiKey })).ok.items.filter(
      (each) => each.patient.id === patient.id,
    );
  return {
    today: () => dayIn(server().services.content.brand.timezone, server().clock.now()),

    /** Sets the clock to a moment. */
    at: (moment: string) => server().clock.setOffset(Date.parse(moment) - Date.now()),

    /** A new answer speaks against all of the patient's prescriptions, or those of some products: they go on hold. */
    putOnHold: (patient: InCare, concerns: (productId: string) => boolean = () => true) =>
      inTransaction(server().services, (tx) => putPrescriptionsOnHold(tx, patient.id, concerns)),

    /** The patient's renewals that await the doctor. */
    openPrescriptionRenewals,

    /** The doctor prescribes everything again, overriding what speaks against it. */
    approveAll: async (patient: InCare): Promise<void> => {
      for (const { id } of await openPrescriptionRenewals(patient))
        await server().call(
          care.approvePrescriptionRenewal,
          { params: { id }, body: { despitewarning: true } },
          { apiKey: testApiKey },
        );
    },

    /** The doctor declines to prescribe any of it again. */
    declineAll: async (patient: InCare): Promise<void> => {
      for (const { id } of await openPrescriptionRenewals(patient))
        await server().call(
          care.declinePrescriptionRenewal,
          { params: { id }, body: { reason: "No." } },
          { apiKey: testApiKey },
        );
    },

    outOfFills: async ({ id }: InCare): Promise<void> => {
      await db().updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", id).execute();
    },

    /** A patient whose first renewal could not be charged. */
    pastDue: async (): Promise<InCare> => {
      const rosa = await inCare(server());
      await declineCard(server(), rosa, "insufficient_funds");
      for (let day = 0; day < 40 && !(await hasPrescriptionRenewal(server(), rosa)); day += 1)
        await passDays(server(), 1);
      return rosa;
    },

    /** The patient's bank accepts charges again. */
    acceptCard: async ({ id }: InCare): Promise<void> => {
      await db()
        .updateTable("sandbox.payment_method")
        .set({ charge_decline: null })
        .where("id", "in", db().selectFrom("payment_source").select("gateway_method_id").where("patient_id", "=", id))
        .execute();
    },

    /** Removes the patient's address until the returned function is called. */
    loseAddress: async ({ id }: InCare): Promise<() => Promise<unknown>> => {
      const rows = await db()
        .updateTable("shipping_address")
        .set({ is_default: false })
        .where("patient_id", "=", id)
        .returning("id")
        .execute();
      return () =>
        db()
          .updateTable("shipping_address")
          .set({ is_default: true })
          .where("id", "=", rows[0]?.id ?? "")
          .execute();
    },

    /** Days on which the patient's renewals were charged. */
    chargedOn: async (patient: InCare): Promise<string[]> => {
      const { timezone } = server().services.content.brand;
      return (await prescriptionRenewalsOf(server(), patient))
        .filter(({ status }) => ["paid", "shipped", "delivered"].includes(status))
        .map(({ placed_at }) => dayIn(timezone, placed_at));
    },
  };
};

export const hasPrescriptionRenewal = async (server: TestServer, patient: InCare): Promise<boolean> =>
  (await prescriptionRenewalsOf(server, patient)).length > 0;

const prescriptionRenewalsOf = ({ services }: TestServer, { id }: InCare) =>
  services.db
    .selectFrom("customer_order")
    .select(["status", "placed_at"])
    .where("patient_id", "=", id)
    .where("kind", "=", "renewal")
    .orderBy("placed_at")
    .execute();
