import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KyselyPlugin } from "kysely";
import { care } from "#contract/care.ts";
import type { Content } from "#content/load.ts";
import type { Services } from "#server/platform/services.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { checkFor } from "./check.ts";
import { defineFollowupDesk } from "./desk.ts";
import { reviewById } from "./queries.ts";
import { resultOf, unreadResults } from "./result.ts";
import { saveStep } from "./save-step.ts";
import { ask, type Asked, asked, codeOf, goThrough, save, visited } from "./testing/reviews.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

type Changed = { -readonly [Part in "followup" | "questionnaire"]: Mutable<Content[Part]> };
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

/** The server after a release of other content. */
function released(change: (content: Changed) => void): Services {
  const { followup, questionnaire } = server.services.content;
  const changed = structuredClone({ followup, questionnaire }) as Changed;
  change(changed);
  return { ...server.services, content: { ...server.services.content, ...changed } };
}
async function resultFrom(services: Services, { reviewId }: Asked) {
  const row = await reviewById(services.db, reviewId);
  return resultOf(services, row ?? expect.fail("no review"));
}
const sideEffectsIn = ({ followup }: Changed) => followup.steps[4]?.questions[0] ?? expect.fail("no step 4");
const result = async ({ reviewId }: Asked) =>
  (await server.call(care.followupResult, { params: { id: reviewId } }, { apiKey })).ok;

const releases: [string, (content: Changed) => void][] = [
  [
    "a new question in the middle",
    ({ followup }) => {
      const like = followup.steps[11]?.questions[0] ?? expect.fail("no step 11");
      followup.steps[2]?.questions.push({ ...like, id: "new_question" });
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

describe("decisions §11 a release of other content changes nothing in a review that was given", () => {
  test.each(releases)("%s", async (_, change) => {
    const her = await visited(server, { hot_flashes: "1" });
    const hers = { hot_flashes: "4", side_effects: ["dark_thoughts", "bleeding"] };
    await goThrough(server, her, { ...hers, overall: "worse", what_is_worse: "The nights" });
    const before = await resultFrom(server.services, her);
    expect(before.flags.map(({ id }) => id)).toEqual([
      "side_effects.dark_thoughts",
      "hot_flashes",
      "side_effects.bleeding",
      "overall.worse",
      "11.yes",
    ]);
    expect(await resultFrom(released(change), her)).toEqual(before);
  });

  test.each(releases)("or in one that is open with an emergency told: %s", async (_, change) => {
    const her = await asked(server);
    await goThrough(server, her, {}, 4);
    await save(server, her, 4, { side_effects: ["dark_thoughts"] });
    const before = await resultFrom(server.services, her);
    expect(before.flags).toMatchObject([{ level: "emergency" }]);
    expect(await resultFrom(released(change), her)).toEqual(before);
  });

  test("the desk leaves an emergency whose option was renamed to a person", async () => {
    const her = await asked(server);
    await goThrough(server, her, { side_effects: ["dark_thoughts"] });
    const [, rename] = releases.find(([name]) => name === "an option renamed") ?? expect.fail("no such release");
    let round: unknown;
    const jobs = { ...server.jobs, define: (_queue: string, run: unknown) => (round = run) } as unknown as Jobs;
    defineFollowupDesk(jobs, released(rename));
    server.clock.advance(24 * 3_600_000);
    await (round as () => Promise<void>)();
    expect((await result(her)).closedat).toBeNull();
  });

  test("an open one goes on at what is new in it, and the answer to a question that is gone stays", async () => {
    const her = await asked(server);
    await goThrough(server, her, { overall: "same" }, 9);
    await save(server, her, 4, { side_effects: ["leg_clot", "breast_lump"] });
    const services = released((content) => void (sideEffectsIn(content).id = "other_effects"));
    expect((await checkFor(services, her.id)).step).toBe(4);
    await saveStep(services, her.id, her.reviewId, 4, [{ questionid: "other_effects", answer: ["none"] }]);
    expect((await checkFor(services, her.id)).step).toBe(9);
    const { answers, flags } = await resultFrom(services, her);
    expect(answers.find(({ questionid }) => questionid === "side_effects")).toMatchObject({ takenback: false });
    expect(flags.map(({ id, text }) => [id, text.includes("changed her")])).toEqual([
      ["side_effects.leg_clot", false],
      ["side_effects.breast_lump", false],
      ["11.yes", false],
    ]);
  });
});

describe("decisions §11 going back hides nothing from her doctor", () => {
  test("answers on a way she did not take in the end are marked, and their flags stay", async () => {
    const her = await asked(server);
    await goThrough(server, her, { side_effects: ["breast_lump", "bleeding"] }, 5);
    await save(server, her, 2, { still_using: "rather_talk" });
    const { answers, flags, symptoms, completedat } = await result(her);
    expect(completedat).not.toBeNull();
    expect(answers.map(({ questionid, takenback }) => [questionid, takenback])).toEqual([
      ["still_using", false],
      ["hot_flashes", true],
      ["night_sweats", true],
      ["side_effects", true],
    ]);
    expect(symptoms).toHaveLength(2);
    expect(flags.map(({ id, text }) => [id, text.endsWith("She changed her answers later.")])).toEqual([
      ["still_using.rather_talk", false],
      ["side_effects.bleeding", true],
      ["side_effects.breast_lump", true],
    ]);
  });

  test("they are not what she said last time", async () => {
    const her = await asked(server);
    await goThrough(server, her, { hot_flashes: "3", side_effects: ["bloating"] }, 5);
    await save(server, her, 2, { still_using: "rather_talk" });
    const again = await ask(server, her);
    const shown = await goThrough(server, again, {}, 4);
    expect(shown[3]?.questions.map(({ lasttime }) => lasttime)).toEqual([null, null]);
    expect(shown[4]?.questions[0]?.lasttime).toBeNull();
  });
});

test("the clinic's list reads a fixed number of times, however many reviews wait", async () => {
  const queriesOf = async () => {
    let count = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        count += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { items } = await unreadResults(
      { ...server.services, db: server.services.db.withPlugin(counter) },
      undefined,
    );
    return { items: items.length, count };
  };
  await goThrough(server, await asked(server), { still_using: "rather_talk" });
  const few = await queriesOf();
  for (let n = 0; n < 3; n += 1) await goThrough(server, await asked(server), { still_using: "rather_talk" });
  expect(await queriesOf()).toEqual({ items: few.items + 3, count: few.count });
});

describe("two devices, two nodes", () => {
  test("answers saved at once are both kept, in one order, and every device reads the same one as the latest", async () => {
    const her = await asked(server);
    await goThrough(server, her, {}, 5);
    const given = ["better", "same", "worse", "better", "same"];
    const all = await Promise.all(given.map((overall) => save(server, her, 5, { overall })));
    expect(all.map(({ status }) => status)).toEqual(given.map(() => 200));
    const kept = await server.services.db
      .selectFrom("followup_answer")
      .select("seq")
      .where("followup_id", "=", her.reviewId)
      .orderBy("seq")
      .execute();
    expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => index));
    expect(kept).toHaveLength(6 + given.length);
  });

  test("the latest answer does not hang on the clocks of nodes", async () => {
    const her = await asked(server);
    await goThrough(server, her, {}, 5);
    const slow = { ...server.services, clock: { ...server.services.clock, now: () => new Date(0) } };
    await saveStep(slow, her.id, her.reviewId, 4, [{ questionid: "side_effects", answer: ["bleeding"] }]);
    await goThrough(server, her);
    const { flags } = await result(her);
    expect(flags.map(({ id }) => id)).toEqual(["side_effects.bleeding"]);
  });

  test("a review sent while her plan is declined is sent before or refused, and nothing else", async () => {
    const her = await inCare(server);
    const code = await codeOf(server, 20);
    const [declined, sent] = await Promise.all([
      server.call(care.declinePlan, { params: { id: her.id }, body: { reason: "Not safe for you." } }, { apiKey }),
      server.call(care.sendFollowup, { params: { id: her.id }, body: { code } }, { apiKey }),
    ]);
    expect([200, 409]).toContain(declined.status);
    expect([201, 409]).toContain(sent.status);
    expect((await server.call(care.sendFollowup, { params: { id: her.id }, body: {} }, { apiKey })).status).toBe(
      declined.status === 200 && sent.status !== 201 ? 409 : 201,
    );
  });
});
