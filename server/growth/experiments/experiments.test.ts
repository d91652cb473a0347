import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { growth } from "#contract/growth/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { assignPatientVariants, assignVisitorVariants } from "./experiments.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const browser = () => crypto.randomUUID();
const from = (cookieId: string) => ({ headers: { "x-cookie-id": cookieId } });
const variantOf = async (options: Parameters<TestServer["call"]>[2]) => {
  const { ok, status } = await server.call(growth.experiments, {}, options);
  expect(status).toBe(200);
  expect(ok.items.map(({ name }) => name)).toEqual(["visit_lead"]);
  return ok.items[0]?.variant ?? "";
};
const rows = () =>
  server.services.db.selectFrom("experiment_assignment").select(["subject", "patient_id", "variant"]).execute();
async function signUpFrom(cookieId: string) {
  const body = { email: `x-${newId()}@example.com`, password: "marigold at noon", firstname: "Rosa", lastname: "W" };
  const { ok } = await server.call(auth.signUp, { body }, from(cookieId));
  return { id: ok.userid, token: ok.idToken };
}
/** Browsers that see each variant. */
async function browsersOfEachVariant(): Promise<[string, string]> {
  const seen = new Map<string, string>();
  while (seen.size < 2) {
    const id = browser();
    seen.set(await variantOf(from(id)), id);
  }
  return [seen.get("what_for") ?? "", seen.get("why") ?? ""];
}

describe("§7 GET /experiment", () => {
  test("a visitor sees the same variant each time, also for many requests at once", async () => {
    const id = browser();
    const all = await Promise.all(Array.from({ length: 20 }, () => variantOf(from(id))));
    expect(new Set(all).size).toBe(1);
    expect((await rows()).filter(({ subject }) => subject === id)).toHaveLength(1);
  });

  test("a patient whose session has expired sees what a visitor sees", async () => {
    const id = browser();
    const variant = await variantOf(from(id));
    expect(await variantOf({ token: "of.no.session", ...from(id) })).toBe(variant);
  });

  test("a visitor's variant becomes the patient's, on all their devices", async () => {
    for (const id of await browsersOfEachVariant()) {
      const before = await variantOf(from(id));
      const patient = await signUpFrom(id);
      const others = await Promise.all(
        [patient.token, patient.token].map((token) => variantOf({ token, ...from(browser()) })),
      );
      expect([await variantOf({ token: patient.token }), ...others]).toEqual([before, before, before]);
      expect((await rows()).filter(({ patient_id }) => patient_id === patient.id)).toHaveLength(1);
    }
  });

  test("another patient on the same browser has a variant of their own", async () => {
    const id = browser();
    const first = await signUpFrom(id);
    const second = await signUpFrom(id);
    const mine = (await rows()).filter(({ patient_id }) => patient_id === first.id || patient_id === second.id);
    expect(mine.map(({ subject }) => subject).toSorted()).toEqual([id, second.id].toSorted());
  });

  test("a patient whose browser sends no id has a variant all the same", async () => {
    const patient = await server.newPatient();
    expect(["what_for", "why"]).toContain(await variantOf({ token: patient.token }));
    expect((await rows()).filter(({ patient_id }) => patient_id === patient.id)).toHaveLength(1);
  });

  test("nothing is stored for a visitor without an id, or with a malformed one", async () => {
    const before = (await rows()).length;
    expect(await variantOf({})).toBe("what_for");
    expect(await variantOf(from("rosa@example.com"))).toBe("what_for");
    expect((await rows()).length).toBe(before);
  });

  test("a visitor's variant stays when weights change, and a stopped experiment is not listed", async () => {
    const { content } = server.services;
    const id = browser();
    const shown = await variantOf(from(id));
    const other = content.experiments.map((each) => ({
      ...each,
      variants: each.variants.filter(({ name }) => name !== shown).concat({ name: shown, weight: 1 }),
    }));
    const changed = { ...server.services, content: { ...content, experiments: other } };
    expect(await assignVisitorVariants(changed, id)).toEqual([{ name: "visit_lead", variant: shown }]);
    const stopped = other.map((each) => ({ ...each, running: false }));
    const over = { ...server.services, content: { ...content, experiments: stopped } };
    expect(await assignVisitorVariants(over, id)).toEqual([]);
    expect(await assignPatientVariants(over, newId(), id)).toEqual([]);
  });

  test("50 calls of one patient from many browsers give one variant", async () => {
    const { id } = await server.newPatient();
    const { db } = server.services;
    await db.deleteFrom("experiment_assignment").where("patient_id", "=", id).execute();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => assignPatientVariants(server.services, id, browser())),
    );
    expect(new Set(all.map((seen) => JSON.stringify(seen))).size).toBe(1);
    expect((await rows()).filter(({ patient_id }) => patient_id === id)).toHaveLength(1);
  });
});

test("§7 GET /experiment limits requests per address", async () => {
  const address = "198.51.100.30";
  const ask = async () => (await server.call(growth.experiments, {}, { ...from(browser()), address })).status;
  const statuses = await Promise.all(Array.from({ length: 130 }, ask));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
