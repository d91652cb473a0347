import { beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { Acknowledgement } from "#contract/fields/fields.ts";
import { sharedTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { createHttp } from "./app.ts";
import { registerCall } from "./register-call.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

test("quality: of a patient's calls 10 run at once, 100 wait, one more is told to come back; other patients do not wait", async () => {
  const app = await createHttp(server.services);
  const finishers: (() => void)[] = [];
  const handler = async () => {
    await new Promise<void>((resolve) => finishers.push(resolve));
    return { message: "done" };
  };
  const callers = { rosa: (await server.newPatient()).id, mara: (await server.newPatient()).id };
  const authenticate = async (name: string) => ({
    patientId: callers[name as keyof typeof callers],
    sessionId: "019a0000-0000-7000-8000-000000000000",
  });
  registerCall(
    app,
    server.services,
    {
      bearer: authenticate,
      apiKey: async () => null,
      staff: () => Promise.reject(new Error("nobody")),
      claim: () => Promise.resolve(),
      recordAccess: () => Promise.resolve(null),
      mergedInto: () => Promise.resolve(null),
      emergencySeen: () => Promise.resolve(),
    },
    {
      name: "account.updatePharmacy",
      call: { ...account.updatePharmacy, ok: Acknowledgement },
      handler: handler as never,
    },
  );
  const answers: { readonly status: number; readonly retryAfter: unknown }[] = [];
  const send = async (name: string) => {
    const { statusCode, headers } = await app.inject({
      method: account.updatePharmacy.method,
      url: `/api${account.updatePharmacy.path}`,
      headers: { authorization: `Bearer ${name}` },
      payload: { pharmacy: "Corner Pharmacy" },
    });
    answers.push({ status: statusCode, retryAfter: headers["retry-after"] });
  };
  const rosasCalls = Array.from({ length: 111 }, () => send("rosa"));
  await expect.poll(() => answers).toEqual([{ status: 429, retryAfter: "1" }]);
  expect(finishers).toHaveLength(10);
  const marasCall = send("mara");
  await expect.poll(() => finishers).toHaveLength(11);
  for (let done = 0; done < 111; done += 1) {
    await expect.poll(() => finishers.length).toBeGreaterThan(done);
    finishers[done]?.();
  }
  await Promise.all([...rosasCalls, marasCall]);
  expect(answers.slice(1).map(({ status }) => status)).toEqual(Array.from({ length: 111 }, () => 200));
  await app.close();
});

test("decisions §3 wrong clinic keys: 20 a minute per address; the right one is never blocked", async () => {
  const request = (key: string | null, remoteAddress = "198.51.100.7") =>
    server.app.inject({
      method: care.incoming.method,
      url: `/api${care.incoming.path}`,
      remoteAddress,
      headers: key === null ? {} : { "x-api-key": key },
    });
  for (let times = 0; times < 20; times += 1) expect((await request(`a wrong key ${times}`)).statusCode).toBe(401);
  const refused = await request("one more wrong key");
  expect([refused.statusCode, refused.json().code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await request(testApiKey)).statusCode).toBe(200);
  expect((await request(null)).statusCode).toBe(401);
  expect((await request("a wrong key", "198.51.100.8")).statusCode).toBe(401);
});
