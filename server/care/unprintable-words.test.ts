import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { acceptedUpsellOrder, answeredPatientInCare, upsellAtClinic } from "#server/growth/testing/upsells.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, passDays, subscriptionOf } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "./testing/handed-over.ts";

const server = serverAtNoon();

/** A doctor who writes the patient's name, or a dose, in letters that no font of the documents has. */
const unprintable = "One a day for محمد.";
/** Typed as phones and word processors do; all of it prints. */
const printable = "50 µg/day, ½ tablet: “Kaʻahumanu”, Łucja, 李, Ελένη 🙂";

const refusal = (path: string) => ({
  code: "bad_request",
  details: {
    fields: [
      {
        path,
        message:
          "We can't print “م” (Arabic, U+0645) yet, and we never leave a letter out. Please write it in Latin letters, or ask us in a message.",
      },
    ],
  },
});

async function accepted() {
  const patient = await handedOver(server);
  await server.call(care.accept, { params: { id: patient.id }, body: {} }, { apiKey });
  return patient;
}

describe("§3 words that have to be printed are refused when they're signed, at their field, by the letter", () => {
  test("a medical letter", async () => {
    const { id } = await accepted();
    const issue = (text: string) =>
      server.call(care.issueLetter, { params: { id }, body: { text } }, { apiKey, key: newId() });
    expect((await issue(unprintable)).problem).toMatchObject(refusal("text"));
    expect(await server.services.db.selectFrom("medical_letter").selectAll().execute()).toEqual([]);
    expect((await issue(`${printable}\n\n≥ 5 mg`)).status).toBe(201);
  });

  test("directions of a plan", async () => {
    const { id } = await accepted();
    const approve = (text: string) =>
      server.call(
        care.approvePlan,
        { params: { id }, body: { directions: { progesterone_capsule_100: text } } },
        { apiKey, key: newId() },
      );
    expect((await approve(unprintable)).problem).toMatchObject(refusal("directions.progesterone_capsule_100"));
    expect((await approve(printable)).status).toBe(200);
  });

  test("directions of a renewal", async () => {
    const rosa = await inCare(server);
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .execute();
    await passDays(server, 28);
    const { items } = (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey })).ok;
    const id = items.find(({ patient }) => patient.id === rosa.id)?.id ?? "";
    const approve = (directions: string) =>
      server.call(care.approvePrescriptionRenewal, { params: { id }, body: { directions } }, { apiKey, key: newId() });
    expect((await approve(unprintable)).problem).toMatchObject(refusal("directions"));
    expect((await approve(printable)).status).toBe(200);
  });

  test("directions of an upsell", async () => {
    const rosa = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, rosa);
    const id = (await upsellAtClinic(server, rosa))?.id ?? "";
    const approve = (text: string) =>
      server.call(
        care.approveUpsell,
        { params: { id }, body: { directions: { minoxidil_serum: text } } },
        { apiKey, key: newId() },
      );
    expect((await approve(unprintable)).problem).toMatchObject(refusal("directions.minoxidil_serum"));
    expect((await approve(printable)).status).toBe(200);
  });

  test("directions of a treatment change", async () => {
    const rosa = await inCare(server);
    const { id } = await subscriptionOf(server, rosa);
    const body = { productid: "estradiol_patch_0_075", pricingid: "estradiol_patch_0_075_1m", directions: unprintable };
    const { problem } = await server.call(care.changeTreatment, { params: { id }, body }, { apiKey, key: newId() });
    expect(problem).toMatchObject(refusal("directions"));
  });
});
