import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Content } from "#content/loader/load.ts";
import { care } from "#contract/care/calls.ts";
import type { JobServices } from "#server/platform/services.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { checkFollowup } from "./claim.ts";
import { loadResult, listUnreadResults } from "./clinic/result.ts";
import { findFollowupById } from "./queries.ts";
import { saveStep } from "./steps/save-step.ts";
import {
  sendFollowupTo,
  type PatientWithFollowup,
  patientWithFollowup,
  codeOf,
  goThrough,
  readByDoctor,
  save,
  patientWithVisitAnswers,
} from "./testing/followups.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

type Changed = { -readonly [Part in "followup" | "questionnaire"]: Mutable<Content[Part]> };
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

/** The server after a release with other content. */
function withContent(change: (content: Changed) => void): JobServices {
  const { followup, questionnaire } = server.services.content;
  const changed = structuredClone({ followup, questionnaire }) as Changed;
  change(changed);
  return { ...server.services, content: { ...server.services.content, ...changed } };
}
async function resultFrom(services: JobServices, { followupId }: PatientWithFollowup) {
  const row = await findFollowupById(services.db, followupId);
  return loadResult(services, row ?? expect.fail("no review"));
}
const sideEffectsIn = ({ followup }: Changed) => followup.steps[4]?.questions[0] ?? expect.fail("no step 4");
const result = async ({ followupId }: PatientWithFollowup) =>
  (await server.call(care.followupResult, { params: { id: followupId } }, { apiKey })).ok;

const releases: [string, (content: Changed) => void][] = [
  [
    "a new question in the middle",
    ({ followup }) => {
      const template = followup.steps[11]?.questions[0] ?? expect.fail("no step 11");
      followup.steps[2]?.questions.push({ ...template, id: "new_question" });
    },
  ],
  ["other symptoms asked for", ({ followup }) => void (followup.symptoms.fresh = 4)],
  [
    "options taken out",
    (content) => {
      const question = sideEffectsIn(content);
      question.answerlist = question.answerlist.filter(({ id }) => id === "none");
    },
  ],
  [
    "an option renamed",
    (content) => {
      for (const option of sideEffectsIn(content).answerlist) option.id = `other_${option.id}`;
    },
  ],
  [
    "other words for questions, options and flags",
    ({ followup, questionnaire }) => {
      for (const question of [...followup.steps.flatMap(({ questions }) => questions), ...questionnaire.questions]) {
        question.question = "Reworded?";
        for (const option of question.answerlist) Object.assign(option, { name: "Reworded", flag: undefined });
      }
    },
  ],
  ["most steps taken out", ({ followup }) => void followup.steps.splice(3, 9)],
];

describe("decisions §11 a release with other content changes nothing in a completed follow-up", () => {
  test.each(releases)("%s", async (_, change) => {
    const patient = await patientWithVisitAnswers(server, { hot_flashes: "1" });
    const answers = { hot_flashes: "4", side_effects: ["dark_thoughts", "bleeding"] };
    await goThrough(server, patient, { ...answers, overall: "worse", what_is_worse: "The nights" });
    const before = await resultFrom(server.services, patient);
    expect(before.flags.map(({ id }) => id)).toEqual([
      "side_effects.dark_thoughts",
      "hot_flashes",
      "side_effects.bleeding",
      "overall.worse",
      "11.yes",
    ]);
    expect(await resultFrom(withContent(change), patient)).toEqual(before);
  });

  test.each(releases)("or in one that is open with an emergency told: %s", async (_, change) => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 4);
    await save(server, patient, 4, { side_effects: ["dark_thoughts"] });
    const before = await resultFrom(server.services, patient);
    expect(before.flags).toMatchObject([{ level: "emergency" }]);
    expect(await resultFrom(withContent(change), patient)).toEqual(before);
  });

  test("an open one continues at what is new in it, and the answer to a removed question stays", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { overall: "same" }, 9);
    await save(server, patient, 4, { side_effects: ["leg_clot", "breast_lump"] });
    await readByDoctor(server, patient.followupId);
    const services = withContent((content) => void (sideEffectsIn(content).id = "other_effects"));
    expect((await checkFollowup(services, patient.id)).step).toBe(4);
    await saveStep(services, patient.id, patient.followupId, 4, [{ questionid: "other_effects", answer: ["none"] }]);
    expect((await checkFollowup(services, patient.id)).step).toBe(9);
    const { answers, flags } = await resultFrom(services, patient);
    expect(answers.find(({ questionid }) => questionid === "side_effects")).toMatchObject({ withdrawn: false });
    expect(flags.map(({ id, text }) => [id, text.includes("changed her")])).toEqual([
      ["side_effects.leg_clot", false],
      ["side_effects.breast_lump", false],
      ["11.yes", false],
    ]);
  });
});

describe("decisions §11 going back hides nothing from the doctor", () => {
  test("answers on a path the patient left are marked, and their flags stay", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { side_effects: ["breast_lump", "bleeding"] }, 5);
    await save(server, patient, 2, { still_using: "rather_talk" });
    const { answers, flags, symptoms, completedat } = await result(patient);
    expect(completedat).not.toBeNull();
    expect(answers.map(({ questionid, withdrawn }) => [questionid, withdrawn])).toEqual([
      ["still_using", false],
      ["hot_flashes", true],
      ["night_sweats", true],
      ["side_effects", true],
    ]);
    expect(symptoms).toHaveLength(2);
    expect(flags.map(({ id, text }) => [id, text.endsWith("The patient changed their answers later.")])).toEqual([
      ["still_using.rather_talk", false],
      ["side_effects.bleeding", true],
      ["side_effects.breast_lump", true],
    ]);
  });

  test("they do not count as the patient's previous answers", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { hot_flashes: "3", side_effects: ["bloating"] }, 5);
    await save(server, patient, 2, { still_using: "rather_talk" });
    const again = await sendFollowupTo(server, patient);
    const shown = await goThrough(server, again, {}, 4);
    expect(shown[3]?.questions.map(({ lasttime }) => lasttime)).toEqual([null, null]);
    expect(shown[4]?.questions[0]?.lasttime).toBeNull();
  });
});

test("the clinic's list takes a fixed number of queries, however many follow-ups are unread", async () => {
  const queriesOf = async () => {
    let count = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        count += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { items } = await listUnreadResults(
      { ...server.services, db: server.services.db.withPlugin(counter) },
      undefined,
    );
    return { items: items.length, count };
  };
  await goThrough(server, await patientWithFollowup(server), { still_using: "rather_talk" });
  const few = await queriesOf();
  for (let n = 0; n < 3; n += 1)
    await goThrough(server, await patientWithFollowup(server), { still_using: "rather_talk" });
  expect(await queriesOf()).toEqual({ items: few.items + 3, count: few.count });
});

describe("two devices, two nodes", () => {
  test("answers saved at once are both kept, in one order, and every device reads the same latest one", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 5);
    const given = ["better", "same", "worse", "better", "same"];
    const all = await Promise.all(given.map((overall) => save(server, patient, 5, { overall })));
    expect(all.map(({ status }) => status)).toEqual(given.map(() => 200));
    const stored = await server.services.db
      .selectFrom("followup_answer")
      .select("seq")
      .where("followup_id", "=", patient.followupId)
      .orderBy("seq")
      .execute();
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index));
    expect(stored).toHaveLength(6 + given.length);
  });

  test("the latest answer does not depend on the clocks of the nodes", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 5);
    const slow = { ...server.services, clock: { ...server.services.clock, now: () => new Date(0) } };
    await saveStep(slow, patient.id, patient.followupId, 4, [{ questionid: "side_effects", answer: ["bleeding"] }]);
    await goThrough(server, patient);
    const { flags } = await result(patient);
    expect(flags.map(({ id }) => id)).toEqual(["side_effects.bleeding"]);
  });

  test("a follow-up sent while the plan is being declined is either sent before or refused", async () => {
    const patient = await inCare(server);
    const code = await codeOf(server, 20);
    const [declined, sent] = await Promise.all([
      server.call(care.declinePlan, { params: { id: patient.id }, body: { reason: "Not safe for you." } }, { apiKey }),
      server.call(care.sendFollowup, { params: { id: patient.id }, body: { code } }, { apiKey }),
    ]);
    expect([200, 409]).toContain(declined.status);
    expect([201, 409]).toContain(sent.status);
    expect((await server.call(care.sendFollowup, { params: { id: patient.id }, body: {} }, { apiKey })).status).toBe(
      declined.status === 200 && sent.status !== 201 ? 409 : 201,
    );
  });
});
