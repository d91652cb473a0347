import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { type TestServer, testApiKey } from "#server/testing/harness.ts";
import { home, type InCare, subscriptionOf, tokenOf } from "./in-care.ts";

type ChangeTreatmentBody = Input<typeof care.changeTreatment>["body"];

/** The patient's patch in another strength, at the same price: applied at once. */
export const weaker = "estradiol_patch_0_025_1m";
/** A replacement that costs more: the patient has to agree. */
export const stronger = "estradiol_patch_0_1_1m";

/** The doctor changes the patient's patch, or another product, to a pricing of the catalogue. */
export async function changeTreatment(
  server: TestServer,
  patient: InCare,
  {
    product,
    pricingid,
    ...body
  }: Partial<ChangeTreatmentBody> & { readonly product?: string; readonly pricingid: string },
) {
  const { id } = await subscriptionOf(server, patient, product);
  const productid = body.productid ?? pricingid.replace(/_\dm$/u, "");
  return server.call(
    care.changeTreatment,
    { params: { id }, body: { productid, pricingid, ...body } },
    { apiKey: testApiKey },
  );
}

/** The patient's newest treatment change. */
export async function newestChange(server: TestServer, patient: InCare): Promise<TreatmentChange> {
  const [newest] = (await home(server, patient)).changes;
  if (!newest) throw new Error("The patient has no treatment change");
  return newest;
}

export const agreeToChange = async (
  server: TestServer,
  patient: InCare,
  { id, to }: TreatmentChange,
  price = to.price,
) =>
  server.call(treatment.agreeToChange, { params: { id }, body: { price } }, { token: await tokenOf(server, patient) });

export const refuseChange = async (server: TestServer, patient: InCare, { id }: TreatmentChange) =>
  server.call(treatment.refuseChange, { params: { id }, body: {} }, { token: await tokenOf(server, patient) });
