import { beforeAll, describe, expect, test } from "vitest";
import { newTermsCutoff } from "#contract/constants.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { currentTerms } from "./accept-terms.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** A patient who signed up the day before the new terms. */
async function patientBeforeNewTerms() {
  const patient = await server.newPatient();
  await server.services.db
    .updateTable("patient")
    .set({ created_at: new Date(Date.parse(`${newTermsCutoff}T12:00:00Z`) - 86_400_000) })
    .where("id", "=", patient.id)
    .execute();
  return patient;
}
const accept = ({ token }: { readonly token: string }, version?: string) =>
  server.call(growth.acceptNewTerms, { body: version === undefined ? null : { version } }, { token });
const consentsTo = (id: string, version: string) =>
  server.services.db
    .selectFrom("consent")
    .select("given_at")
    .where("patient_id", "=", id)
    .where("version", "=", version)
    .where("consent_id", "=", "terms")
    .execute();

describe("§4 Terms card", () => {
  test("accepting records the acceptance with its version; the patient's record says so", async () => {
    const patient = await patientBeforeNewTerms();
    const { version } = currentTerms(server.services.content);
    const before = await server.call(onboarding.record, {}, { token: patient.token });
    expect(before.ok).toMatchObject({ acceptednewterms: false, signupdate: Date.parse("2024-12-08T12:00:00Z") / 1000 });
    const { status, ok } = await accept(patient, version);
    expect([status, ok.acceptednewterms, ok.version]).toEqual([200, true, version]);
    const after = await server.call(onboarding.record, {}, { token: patient.token });
    expect(after.ok.acceptednewterms).toBe(true);
  });

  test("repeated, and several at once, it is one acceptance with one date", async () => {
    const patient = await patientBeforeNewTerms();
    const { version } = currentTerms(server.services.content);
    const earlier = (await consentsTo(patient.id, version)).length;
    const answers = await Promise.all([accept(patient), accept(patient, version), accept(patient, version)]);
    const again = await accept(patient);
    expect(new Set([...answers, again].map(({ ok }) => ok.acceptedat)).size).toBe(1);
    expect(await consentsTo(patient.id, version)).toHaveLength(earlier + 1);
  });

  test("a version other than the current one is a conflict, and nothing is recorded", async () => {
    const patient = await patientBeforeNewTerms();
    const { status, problem } = await accept(patient, "2020-01-01");
    expect([status, problem.code]).toEqual([409, "conflict"]);
    const { ok } = await server.call(onboarding.record, {}, { token: patient.token });
    expect(ok.acceptednewterms).toBe(false);
  });

  test("of several that are agreed to at sign-up the first one is the terms", () => {
    const [consent] = server.services.content.consents;
    if (!consent) return expect.fail("No consents");
    const of = (id: string, at: typeof consent.at) => ({ ...consent, id, at });
    const consents = [of("treatment", "checkout"), of("terms", "signup"), of("privacy", "signup")];
    expect(currentTerms({ consents }).id).toBe("terms");
  });

  test("the acceptance of newer terms is recorded beside the old one", async () => {
    const patient = await patientBeforeNewTerms();
    const { version } = currentTerms(server.services.content);
    await accept(patient, version);
    await server.services.db
      .updateTable("consent")
      .set({ version: "2025-01-01" })
      .where("patient_id", "=", patient.id)
      .where("consent_id", "=", "terms")
      .execute();
    await accept(patient, version);
    expect(await consentsTo(patient.id, version)).toHaveLength(1);
    expect((await consentsTo(patient.id, "2025-01-01")).length).toBeGreaterThan(0);
  });
});
