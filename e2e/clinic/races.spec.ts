import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { messages } from "#contract/messages/calls.ts";
import type { Caller } from "../actors/api.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";

/** How often the two race. `npm run explore` sets many more. */
const races = Number(process.env["RACES"] ?? 2);
/** How many questions one patient asks: more in a short while are refused. */
const questionsOfOne = 15;
/** Longest head start of one of them, ms. */
const longestMs = 120;

interface Desk {
  readonly page: Page;
  readonly name: string;
}

const fieldOf = ({ page }: Desk) => page.getByRole("textbox", { name: /^(?:Answer|Write to) / });
const holdsIt = ({ page }: Desk) => page.getByText("You have it");
const tookOver = ({ page }: Desk, other: Desk) => page.getByText(`${other.name} took this over`);
/** Whether the first of two holds it rather than the second, once one of them does. */
async function isClaimedByOne(one: Desk, two: Desk): Promise<boolean> {
  const claims = async () => (await Promise.all([one, two].map((desk) => holdsIt(desk).count()))).join("");
  await expect.poll(claims).toMatch(/^(?:10|01)$/);
  return (await claims()) === "10";
}
/** The other one has it: since the question before, if the page was told no earlier that this one was answered. */
const isTakenBy = (desk: Desk, other: Desk) =>
  desk.page.getByText(`${other.name} is working on this`).or(tookOver(desk, other));

/** Sends what is written, unless the other one's answer is on the screen by then: somebody who reads it doesn't answer again. */
const sendUnlessAnswered = ({ page }: Desk, answer: string): Promise<boolean> =>
  page.evaluate((text) => {
    const form = document.querySelector<HTMLFormElement>("form:has(textarea)");
    const thread = document.querySelector("main")?.innerText ?? "";
    if (!form || thread.includes(text)) return false;
    form.requestSubmit();
    return true;
  }, answer);

/** It's theirs, and they may send. */
const maySend = ({ page }: Desk) => page.getByRole("button", { name: "Send", exact: true, disabled: false });

/** Takes it over, and sends as soon as it's theirs, unless the other one has answered and let go of it. */
async function takeOverAndSend(desk: Desk, answer: string): Promise<void> {
  const button = desk.page.getByRole("button", { name: "Take over" });
  await button.click({ timeout: 2000 }).catch(() => {});
  await expect(maySend(desk).or(desk.page.getByText(answer)).first()).toBeVisible();
  await sendUnlessAnswered(desk, answer);
}

test("decisions §11 two browsers claim, take over and answer the same questions at the same moment, again and again: no question is answered twice, and nobody loses one without being told @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  expectProblem,
}) => {
  test.setTimeout(600_000 + races * 15_000);
  // Whoever loses is refused.
  expectProblem(/409 \(Conflict\)/);
  /** Somebody who asks, and the conversation they ask in. */
  async function newAsker(): Promise<{ readonly call: Caller; readonly id: string }> {
    const { call, conversation } = await createDeliveredPatient(
      newPerson("Rosa", `Spring ${randomUUID().slice(0, 6)}`),
    );
    return { call, id: conversation };
  }
  const desks: Desk[] = [];
  for (const [index, name] of ["Nora Holm", "Ines Falk"].entries()) {
    const desk = { page: index === 0 ? page : await freshBrowser(), name };
    await signInStaff(desk.page, careTeam, name, ["nurse"]);
    desks.push(desk);
  }
  const [one, two] = desks as [Desk, Desk];
  const counts = { answeredOnce: 0, answeredTwice: 0, answeredByNobody: 0, takenOver: 0, takenOverUntold: 0, lost: 0 };

  let { call, id } = await newAsker();
  for (let race = 0; race < races; race += 1) {
    const opens = race % questionsOfOne === 0;
    if (opens && race > 0) ({ call, id } = await newAsker());
    const question = `Question ${race}-${randomUUID().slice(0, 8)}?`;
    await call(messages.send, { params: { id }, body: { message: question } });
    // The first question of somebody is raced for by two pages that are opened at once, the others by two that are open.
    await Promise.all(
      desks.map(async (desk) => {
        if (opens) await desk.page.goto(`/clinic/conversation/${id}`);
        await expect(desk.page.getByText(question)).toBeVisible();
      }),
    );
    const [holder, other] = (await isClaimedByOne(one, two)) ? [one, two] : [two, one];
    await expect(isTakenBy(other, holder)).toBeVisible();
    const answers = { holder: `Of ${holder.name} to ${question}`, other: `Of ${other.name} to ${question}` };
    await fieldOf(holder).fill(answers.holder);
    await fieldOf(other).fill(answers.other);

    const headStart = randomInt(-longestMs, longestMs);
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
    await Promise.all([
      wait(headStart).then(() => sendUnlessAnswered(holder, answers.other)),
      wait(-headStart).then(() => takeOverAndSend(other, answers.holder)),
    ]);
    for (const desk of desks) await expect(desk.page.getByRole("button", { name: "Sending" })).toHaveCount(0);

    // The newest.
    const thread = await call(messages.messages, { params: { id }, query: {} });
    const sent = (text: string) => thread.items.filter(({ message }) => message === text).length;
    const [byHolder, byOther] = [sent(answers.holder), sent(answers.other)];
    const total = byHolder + byOther;
    counts[total === 1 ? "answeredOnce" : total === 0 ? "answeredByNobody" : "answeredTwice"] += 1;
    if (byHolder === 0 && byOther > 0) {
      counts.takenOver += 1;
      // By name while the other one has it; by the answer itself once that is sent and let go of.
      const told = await expect(tookOver(holder, other).or(holder.page.getByText(answers.other)).first())
        .toBeVisible()
        .then(
          () => true,
          () => false,
        );
      if (!told) counts.takenOverUntold += 1;
    }
    // What wasn't sent is still there, at whoever wrote it.
    for (const [desk, text, wasSent] of [
      [holder, answers.holder, byHolder],
      [other, answers.other, byOther],
    ] as const)
      if (wasSent === 0 && (await fieldOf(desk).inputValue()) !== text) counts.lost += 1;

    // Both let go of it.
    for (const desk of desks) await fieldOf(desk).fill("");
    if (total === 0) {
      const desk = (await isClaimedByOne(one, two)) ? one : two;
      await fieldOf(desk).fill(`At leisure, to ${question}`);
      await expect(maySend(desk)).toBeVisible();
      await fieldOf(desk).press("Control+Enter");
      await expect(desk.page.getByText("Sent.")).toBeVisible();
    }
    for (const desk of desks) await expect(holdsIt(desk)).toHaveCount(0);
  }
  console.log(`${races} races of two browsers: ${JSON.stringify(counts)}`);
  expect(counts).toMatchObject({ answeredTwice: 0, takenOverUntold: 0, lost: 0 });
  expect(counts.answeredOnce).toBe(races - counts.answeredByNobody);
});
