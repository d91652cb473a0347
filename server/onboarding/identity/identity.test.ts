import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import type { Problem } from "#contract/http/errors.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { recordCallCoverage } from "#server/testing/call-coverage.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { answerVisit, putStep, readOnboardingRecord } from "../testing/answers.ts";
import { mailIdentityWorksAgain } from "./identity-works-again.ts";

let server: TestServer;
let photo: Uint8Array;
beforeAll(async () => {
  server = await startTestServer();
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#aa8866" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => server.close());

async function atIdentity(): Promise<TestPatient> {
  const patient = await server.newPatient();
  await answerVisit(server, patient, { until: 5 });
  return patient;
}

const verify = ({ token }: TestPatient, ssn: string) =>
  server.call(onboarding.verifyIdentity, { body: { ssn } }, { token });

async function upload(
  { token }: TestPatient,
  kind: string,
  file = { name: "id.jpg", type: "image/jpeg", bytes: photo },
) {
  const { payload, headers } = multipart(file, { kind });
  const answer = await server.app.inject({
    method: "POST",
    url: fullPath(onboarding.uploadPhoto),
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  recordCallCoverage(onboarding.uploadPhoto, answer.statusCode);
  return { status: answer.statusCode, body: answer.json<Problem & { onboarding: { onboardingstep: number } }>() };
}

/** Ids and times: four digits of the patient's number may occur in them by chance. */
const randomParts = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|"(?:time|ms|pid|signupdate)":\d+/g;

describe("identity", () => {
  test("a match moves the patient on to checkout; the number is stored nowhere, its last four digits are sealed", async () => {
    const patient = await atIdentity();
    const { status, ok } = await verify(patient, "536-22-8726");
    expect([status, ok.identitystatus, ok.onboarding.onboardingstep]).toEqual([200, "matched", 6]);
    const row = await server.services.db
      .selectFrom("onboarding")
      .selectAll()
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect(
      server.services.secrets.open(
        row.ssn_last4_sealed as Uint8Array,
        sealed("onboarding.ssn_last4_sealed")(patient.id),
      ),
    ).toBe("8726");
    const words = (JSON.stringify(ok) + server.logged()).replace(randomParts, "");
    expect(words).not.toMatch(/536-?22-?8726|8726/);
    expect((await verify(patient, "000-00-0000")).ok.identitystatus).toBe("matched");
  });

  test.each(["536 22 8726", " 536.22.8726 ", "536228726"])("the number may be written %s", async (ssn) => {
    expect((await verify(await atIdentity(), ssn)).ok.identitystatus).toBe("matched");
  });

  test("while nobody can check it, the patient reads so, loses no try and waits for no person", async () => {
    const patient = await atIdentity();
    const { services } = server;
    let answer: "unavailable" | "no_match" | "matched" = "unavailable";
    const match = vi.spyOn(services.identity, "match").mockImplementation(async () => answer);
    for (let time = 0; time < 5; time += 1) {
      const { status, problem, headers } = await verify(patient, "536-22-8726");
      expect([status, problem.code, headers["retry-after"]]).toEqual([503, "unavailable", "30"]);
      expect(problem.message).toContain("We couldn't check this just now.");
    }
    expect((await readOnboardingRecord(server, patient)).identitystatus).toBe("none");
    answer = "no_match";
    expect((await verify(patient, "536-22-8726")).ok).toMatchObject({ identitystatus: "no_match", attemptsleft: 2 });
    answer = "matched";
    expect((await verify(patient, "536-22-8726")).ok).toMatchObject({ identitystatus: "matched" });
    match.mockRestore();
  });

  describe("after “not just now”", () => {
    const mailsTo = async ({ email }: TestPatient) =>
      (await server.mailbox.list(email)).filter(({ subject }) => subject === "You can continue now");
    const later = async (minutes: number) => {
      server.clock.advance(minutes * 60_000);
      await mailIdentityWorksAgain(server.services);
      await server.services.jobs.drain();
    };
    async function turnedAway(): Promise<TestPatient> {
      const patient = await atIdentity();
      const match = vi.spyOn(server.services.identity, "match").mockResolvedValue("unavailable");
      for (let time = 0; time < 2; time += 1) expect((await verify(patient, "536-22-8726")).status).toBe(503);
      match.mockRestore();
      return patient;
    }

    test("she may leave: her answers are kept, and one mail says when it works again", async () => {
      const [left, stays, goesOn] = [await turnedAway(), await turnedAway(), await turnedAway()];
      const works = vi.spyOn(server.services.identity, "works").mockResolvedValue(false);
      expect((await verify(goesOn, "536-22-8726")).ok.identitystatus).toBe("matched");
      await later(5);
      expect(works).not.toHaveBeenCalled();
      await later(24 * 60);
      expect(works).toHaveBeenCalledOnce();
      expect((await Promise.all([left, stays, goesOn].map(mailsTo))).flat()).toEqual([]);
      expect(await readOnboardingRecord(server, { ...left, token: await tokenOf(server, left) })).toMatchObject({
        onboardingstep: 5,
        identitystatus: "none",
      });
      works.mockResolvedValue(true);
      await later(5);
      for (const patient of [left, stays]) {
        const [mail, ...more] = await mailsTo(patient);
        expect(more).toEqual([]);
        expect(mail?.text).toContain("/identity-verification");
      }
      expect(await mailsTo(goesOn)).toEqual([]);
      works.mockClear();
      await later(60);
      expect(works).not.toHaveBeenCalled();
      expect(await mailsTo(left)).toHaveLength(1);
      works.mockRestore();
    });

    test("who was told again that it doesn't work is mailed again; who finished, stopped or closed the account isn't, nor whose number isn't tried again", async () => {
      const names = ["again", "noMatch", "done", "stopped", "closed", "matched", "review"] as const;
      const patients = {} as Record<(typeof names)[number], TestPatient>;
      for (const name of names) patients[name] = await turnedAway();
      const { again, noMatch, done, stopped, closed, matched, review } = patients;
      const { db, clock } = server.services;
      const visit = db.updateTable("onboarding");
      await visit.set({ status: "DONE" }).where("patient_id", "=", done.id).execute();
      const statuses = [[noMatch, "no_match"] as const, [matched, "matched"] as const, [review, "review"] as const];
      for (const [{ id }, status] of statuses)
        await visit.set({ identity_status: status }).where("patient_id", "=", id).execute();
      await visit
        .set({ stop_rule_id: "a_rule", stopped_at: clock.now() })
        .where("patient_id", "=", stopped.id)
        .execute();
      const close = { body: { password: closed.password } };
      expect((await server.call(account.closeAccount, close, { token: closed.token })).status).toBe(200);
      await later(11);
      const mails = await Promise.all(names.map((name) => mailsTo(patients[name])));
      expect(mails.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0, 0, 0]);
      const match = vi.spyOn(server.services.identity, "match").mockResolvedValue("unavailable");
      await verify(again, "536-22-8726");
      match.mockRestore();
      await later(11);
      expect(await mailsTo(again)).toHaveLength(2);
    });
  });

  test("a number that does not match may be tried three times, then a person reviews", async () => {
    const patient = await atIdentity();
    const tries = [
      await verify(patient, "000-12-3456"),
      await verify(patient, "000-12-3457"),
      await verify(patient, "000-12-3458"),
    ];
    expect(tries.map(({ ok }) => [ok.identitystatus, ok.attemptsleft])).toEqual([
      ["no_match", 2],
      ["no_match", 1],
      ["review", 0],
    ]);
    expect(tries[2]?.ok.onboarding.onboardingstep).toBe(5.1);
    const fourth = await verify(patient, "123-45-6789");
    expect([fourth.status, fourth.problem.code]).toEqual([409, "identity_attempts"]);
  });

  test("after a number that does not match, checkout stays closed", async () => {
    const patient = await atIdentity();
    expect((await verify(patient, "000-12-3456")).ok.onboarding.onboardingstep).toBe(5);
    const { token } = patient;
    const ahead = await server.call(onboarding.saveStep, { params: { n: 6 }, body: {} }, { token });
    expect([ahead.status, ahead.problem.code]).toEqual([403, "step_ahead"]);
    expect((await readOnboardingRecord(server, patient)).onboardingstep).toBe(5);
  });

  test("parallel attempts count as three in all", async () => {
    const patient = await atIdentity();
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(patient, "000-12-3456")));
    expect(answers.filter(({ status }) => status === 200).length).toBe(3);
    expect((await readOnboardingRecord(server, patient)).identitystatus).toBe("review");
  });

  test("after a failed attempt the right number matches", async () => {
    const patient = await atIdentity();
    await verify(patient, "000-12-3456");
    expect((await verify(patient, "123-45-6789")).ok).toMatchObject({
      identitystatus: "matched",
      onboarding: { onboardingstep: 6 },
    });
  });

  test.each(["12345678", "1234567890", "abc", "", "1".repeat(30)])("%s is not nine digits", async (ssn) => {
    const { status, problem } = await verify(await server.newPatient(), ssn);
    expect([status, problem.code]).toEqual([400, "bad_request"]);
  });

  test("another birthday voids the match", async () => {
    const patient = await atIdentity();
    await verify(patient, "123-45-6789");
    const saved = await putStep(server, patient, 1.5, { birthday: "1972-01-01" });
    expect(saved.onboarding).toMatchObject({ identitystatus: "none", onboardingstep: 5 });
  });
});

describe("photos", () => {
  let waiting: TestPatient;
  beforeAll(async () => {
    waiting = await inReview();
  });

  async function inReview(): Promise<TestPatient> {
    const patient = await atIdentity();
    await verify(patient, "666-12-3456");
    return patient;
  }

  test("§2.2 step 5.4 goes to checkout: in review, photo ID and selfie, then checkout meanwhile", async () => {
    const patient = await inReview();
    const { token } = patient;
    expect(await readOnboardingRecord(server, patient)).toMatchObject({
      onboardingstep: 5.1,
      identitystatus: "review",
    });
    const first = await upload(patient, "photo_id");
    expect([first.status, first.body.onboarding.onboardingstep]).toEqual([201, 5.2]);
    const second = await upload(patient, "selfie");
    expect([second.status, second.body.onboarding.onboardingstep]).toEqual([201, 5.4]);
    expect((await server.call(onboarding.step, { params: { n: 6 } }, { token })).status).toBe(200);
    expect((await putStep(server, patient, 5.4, {})).onboarding.onboardingstep).toBe(6);
  });

  test("a photo may be sent again; the earlier one is deleted, bytes and all", async () => {
    const patient = await inReview();
    const filesOf = () =>
      server.services.db
        .selectFrom("identity_photo")
        .innerJoin("uploaded_file as file", "file.id", "identity_photo.file_id")
        .select("storage_key")
        .where("identity_photo.patient_id", "=", patient.id)
        .execute();
    await upload(patient, "photo_id");
    const [before] = await filesOf();
    expect((await upload(patient, "photo_id")).status).toBe(201);
    const after = await filesOf();
    expect([after.length, after[0]?.storage_key === before?.storage_key]).toEqual([1, false]);
    await server.services.jobs.drain();
    expect(await server.services.files.get(before?.storage_key ?? "")).toBeUndefined();
  });

  test("without a review no photos are asked for", async () => {
    const patient = await atIdentity();
    expect((await upload(patient, "photo_id")).body.code).toBe("step_ahead");
  });

  test("the selfie comes after the photo ID", async () => {
    expect((await upload(waiting, "selfie")).body.code).toBe("step_ahead");
  });

  test.each([
    [
      "a script in a picture's name",
      { name: "id.jpg", type: "image/jpeg", bytes: Buffer.from("<script>alert(1)</script>") },
      415,
    ],
    [
      "an SVG",
      {
        name: "id.svg",
        type: "image/svg+xml",
        bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
      },
      415,
    ],
    [
      "half a picture",
      {
        name: "id.jpg",
        type: "image/jpeg",
        bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
      },
      422,
    ],
    ["an empty file", { name: "id.jpg", type: "image/jpeg", bytes: Buffer.alloc(0) }, 422],
  ])("%s is refused", async (_, file, status) => {
    expect((await upload(waiting, "photo_id", file)).status).toBe(status);
  });

  test("an unknown kind of photo is refused at its field", async () => {
    const { status, body } = await upload(waiting, "dog");
    expect([status, body.details?.fields?.[0]?.path]).toEqual([400, "kind"]);
  });
});
