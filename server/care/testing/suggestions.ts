import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, type TestServer, testApiKey } from "#server/testing/harness.ts";
import { home, tokenOf } from "#server/treatment/testing/in-care.ts";

type SuggestionBody = Input<typeof care.suggestMedicine>["body"];

/** A medicine that goes beside a patch and progesterone. */
export const insert = { productid: "estradiol_vaginal_insert", pricingid: "estradiol_vaginal_insert_1m" };
export const whySuggested = "It helps with dryness, and it stays local.";

/** The practice's system suggests adding the insert, or something else. */
export const suggestMedicine = (
  server: TestServer,
  { id }: { readonly id: string },
  body: Partial<SuggestionBody> = {},
) =>
  server.call(
    care.suggestMedicine,
    { params: { id }, body: { ...insert, note: whySuggested, ...body } },
    { apiKey: testApiKey },
  );

/** As `suggestMedicine`, where that succeeds. */
export async function suggested(server: TestServer, patient: TestPatient, body: Partial<SuggestionBody> = {}) {
  const { status, ok, raw } = await suggestMedicine(server, patient, body);
  if (status !== 201) throw new Error(`It was not suggested: ${raw.payload}`);
  return ok;
}

/** What is suggested to the patient, as they see it. */
export const suggestionsOnHome = async (server: TestServer, patient: TestPatient): Promise<readonly Suggestion[]> =>
  (await home(server, patient)).suggestions;

/** The patient agrees, at the price they were shown or another one. */
export const agreeToSuggestion = async (
  server: TestServer,
  patient: TestPatient,
  { id, product }: Pick<Suggestion, "id" | "product">,
  { price = product.price, key = newId() }: { readonly price?: number; readonly key?: string } = {},
) =>
  server.call(
    treatment.agreeToSuggestion,
    { params: { id }, body: { price } },
    { token: await tokenOf(server, patient), key },
  );

export const declineSuggestion = async (
  server: TestServer,
  patient: TestPatient,
  { id }: Pick<Suggestion, "id">,
  words?: string,
) =>
  server.call(
    treatment.declineSuggestion,
    { params: { id }, body: words === undefined ? {} : { words } },
    { token: await tokenOf(server, patient) },
  );

export const withdrawSuggestion = (server: TestServer, { id }: Pick<Suggestion, "id">, note = "Let's wait.") =>
  server.call(care.withdrawSuggestion, { params: { id }, body: { note } }, { apiKey: testApiKey, key: newId() });
