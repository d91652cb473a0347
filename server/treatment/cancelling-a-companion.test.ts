import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { sharedTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { askedByPhone } from "./testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

type Medicine = "estrogen" | "progestogen";
const productOf = { estrogen: "estradiol", progestogen: "progesterone" } as const;
const asks = "You need this one while you use";

async function patient(uterus: "yes" | "removed"): Promise<TestPatient> {
  const rosa = await answeredPatientInCare(server);
  if (uterus === "yes") return rosa;
  const { version } = (await server.call(account.healthAnswers, { query: {} }, { token: rosa.token })).ok;
  const body = { answers: [{ questionid: "uterus", answer: "removed" }], version };
  expect((await server.call(account.updateHealthAnswers, { body }, { token: rosa.token })).status).toBe(200);
  return rosa;
}
const idOf = async ({ token }: TestPatient, medicine: Medicine) =>
  (await server.call(treatment.overview, {}, { token })).ok.subscriptions.find(({ item }) =>
    item.productid.startsWith(productOf[medicine]),
  )?.id ?? expect.fail(`no ${medicine}`);
const forCaller = async (rosa: TestPatient, medicine: Medicine, more: { despitewarning?: boolean } = {}) =>
  server.call(
    care.cancelSubscription,
    { params: { id: rosa.id, subscriptionid: await idOf(rosa, medicine) }, body: { asked: askedByPhone, ...more } },
    { apiKey },
  );
const alone = async (rosa: TestPatient, medicine: Medicine) =>
  server.call(
    treatment.cancel,
    { params: { id: rosa.id }, body: { subscriptionid: await idOf(rosa, medicine) } },
    { token: rosa.token },
  );
const mailsAbout = async ({ id }: TestPatient) => {
  await server.jobs.drain();
  const mails = await server.mailbox.list(server.services.content.brand.supportemail);
  return mails.filter(({ text, subject }) => text.includes(id) && subject.includes("belong together")).length;
};

describe("canceling the progestogen of somebody who keeps estrogen", () => {
  test.each([
    { uterus: "yes", first: "progestogen", asked: true },
    { uterus: "yes", first: "estrogen", asked: false },
    { uterus: "removed", first: "progestogen", asked: false },
    { uterus: "removed", first: "estrogen", asked: false },
  ] as const)("for a caller, uterus: $uterus, $first first: asked $asked", async ({ uterus, first, asked }) => {
    const rosa = await patient(uterus);
    const second = first === "estrogen" ? "progestogen" : "estrogen";
    const { status, problem } = await forCaller(rosa, first);
    if (asked) {
      expect([status, problem.code, problem.message]).toEqual([409, "wrong_state", expect.stringContaining(asks)]);
      expect(await mailsAbout(rosa)).toBe(0);
      const done = await forCaller(rosa, first, { despitewarning: true });
      expect([done.status, done.ok.message]).toEqual([200, expect.stringContaining(asks)]);
    } else expect(status).toBe(200);
    expect(await mailsAbout(rosa)).toBe(asked ? 1 : 0);
    expect((await forCaller(rosa, second)).status).toBe(200);
  });

  test.each([
    { uterus: "yes", first: "progestogen", warned: true },
    { uterus: "yes", first: "estrogen", warned: false },
    { uterus: "removed", first: "progestogen", warned: false },
    { uterus: "removed", first: "estrogen", warned: false },
  ] as const)(
    "by the patient alone, uterus: $uterus, $first first: warned $warned",
    async ({ uterus, first, warned }) => {
      const rosa = await patient(uterus);
      const { status, ok } = await alone(rosa, first);
      expect([status, ok.message.includes(asks), await mailsAbout(rosa)]).toEqual([200, warned, warned ? 1 : 0]);
      const second = await alone(rosa, first === "estrogen" ? "progestogen" : "estrogen");
      expect([second.status, second.ok.message.includes(asks)]).toEqual([200, false]);
    },
  );

  test("a paused estrogen resumes automatically, so it needs its progestogen as well", async () => {
    const rosa = await patient("yes");
    const body = { subscriptionid: await idOf(rosa, "estrogen"), months: 1, separately: true };
    const paused = await server.call(treatment.pause, { params: { id: rosa.id }, body }, { token: rosa.token });
    expect(paused.status).toBe(200);
    expect((await forCaller(rosa, "progestogen")).problem.message).toContain(asks);
  });

  test("both at once ask nothing", async () => {
    const rosa = await patient("yes");
    const { ok } = await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token: rosa.token });
    expect(ok.message).not.toContain(asks);
  });
});
