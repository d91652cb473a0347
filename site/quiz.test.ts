import { describe, expect, test } from "vitest";
import { readQuizAnswers } from "#app/quiz/quiz-messages.ts";
import { loadContent } from "#content/loader/load.ts";
import { presentProduct } from "#server/catalogue/public.ts";
import { namedDoctors } from "#server/doctors/public.ts";
import { type QuizAnswers, quizAnswers, quizPairs, quizQuestions, quizResult } from "./quiz.ts";
import { marketingSite } from "./serve.ts";

const answers: QuizAnswers = {
  quiz_age: "45-54",
  quiz_stage: "changing",
  quiz_goal: "sleep",
  quiz_source: "friend",
  begin: "doctor",
};
const content = await loadContent();
const products = content.catalogue.products.map((product) => presentProduct(content, product));
const app = await marketingSite({
  appOrigin: "https://app.example",
  practice: { ...content, doctors: namedDoctors(content) },
  products,
});
const send = (given: Readonly<Record<string, string>>) =>
  app.inject({
    method: "POST",
    url: "/quiz",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(given).toString(),
  });

describe("the quiz", () => {
  test("§2.1 /quiz: the app accepts every pair it is handed", () => {
    const pairs = quizPairs(answers, quizResult(answers));
    const origin = "https://site.example";
    expect(readQuizAnswers({ origin, fromParent: true, data: pairs }, origin)).toEqual([
      ["quiz_age", "45-54"],
      ["quiz_stage", "changing"],
      ["quiz_goal", "sleep"],
      ["quiz_source", "friend"],
      ["quiz_result", "visit"],
      ["quiz_completed", "yes"],
    ]);
  });

  test("has five questions, and accepts only their choices", () => {
    expect(quizQuestions).toHaveLength(5);
    expect(quizAnswers(new URLSearchParams(answers))).toEqual(answers);
    expect(quizAnswers(new URLSearchParams({ ...answers, quiz_goal: "other" }))).toBeNull();
    expect(quizAnswers(new URLSearchParams({ quiz_age: "45-54" }))).toBeNull();
  });

  test("under 40 a visit is not offered", async () => {
    const { statusCode, body } = await send({ ...answers, quiz_age: "under-40" });
    expect(statusCode).toBe(200);
    expect(body).toContain("Please see a doctor near you first");
    expect(body).not.toContain('class="badge rx"');
    expect(body).not.toMatch(/class="button [a-z]+"\s+href="https:\/\/app.example\/eligibility"/);
  });

  test("a visitor who wants to order today sees only what needs no prescription", async () => {
    const { body } = await send({ ...answers, begin: "order" });
    expect(body).toContain("No prescription");
    expect(body).not.toContain("By prescription");
  });

  test("§13 no answer is in an address, and the result is not stored", async () => {
    const response = await send(answers);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.body).not.toMatch(/href="[^"]*(sleep|quiz_)/);
  });

  test("a form with a gap is asked again", async () => {
    const response = await send({ quiz_age: "45-54" });
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain("Please choose one answer for each question.");
  });
});
