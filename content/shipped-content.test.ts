import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flowVariants, promoCodes, upsellCodes } from "#contract/constants.ts";
import { AnswerType, Question as QuestionView } from "#contract/onboarding/questions.ts";
import { evaluateCondition } from "./logic/conditions.ts";
import { factsOf, openQuestions, questionsOf } from "./logic/visit-questions.ts";
import { shippedContent } from "./testing/shipped-content.ts";

const content = await shippedContent();
const { questionnaire, flows, demo } = content;
const asked = (variant: string) => questionsOf(content, variant).map(({ question }) => question.id);

describe("flows", () => {
  test("§3 all ten variants exist, each from account to payment", () => {
    expect(flows.map((flow) => flow.variant)).toEqual([...flowVariants]);
    for (const { variant, steps } of flows) {
      expect(new Set(steps).size, variant).toBe(steps.length);
      expect([steps[0], ...steps.slice(-5)], variant).toEqual([1, 5, 5.1, 5.2, 6, 7]);
    }
  });

  test("questions first, reveal first, symptoms first and short really differ", () => {
    const position = (variant: string, step: number) =>
      flows.find((flow) => flow.variant === variant)?.steps.findIndex((each) => each === step) ?? -1;
    expect(position("C", 3)).toBeGreaterThan(position("C", 3.1));
    expect(position("F1", 3)).toBeLessThan(position("F1", 2));
    expect(position("G", 2.6)).toBeLessThan(position("G", 2.1));
    expect(asked("H").length).toBeLessThan(asked("C").length - 15);
  });

  test("every flow asks about warning signs first and asks everything a stop depends on", () => {
    for (const { variant } of flows) {
      expect(asked(variant).slice(0, 2), variant).toEqual(["safety_signs", "safe_thoughts"]);
      for (const id of [
        "bleeding",
        "cancer",
        "heart_and_clots",
        "liver",
        "pregnancy",
        "uterus",
        "allergies",
        "watch_medicines",
        "bp_known",
      ])
        expect(asked(variant), variant).toContain(id);
    }
  });
});

describe("questions", () => {
  test("every question fits the contract", () => {
    for (const question of questionnaire.questions) {
      expect(AnswerType.safeParse(question.answertype).success).toBe(true);
      expect(QuestionView.safeParse({ ...question, answer: null, others: null }).success, question.id).toBe(true);
    }
  });

  test("a phone screen holds up to five questions, or ten symptoms, and a title where there is more than one", () => {
    for (const screen of questionnaire.screens) {
      const types = questionnaire.questions
        .filter((question) => question.screen === screen.id)
        .map((question) => question.answertype);
      expect(types.length, screen.id).toBeLessThanOrEqual(types.includes("scale") ? 10 : 5);
      if (types.includes("scale")) expect(new Set(types).size, screen.id).toBe(1);
      if (types.length > 1) expect(screen.title, screen.id).toBeDefined();
    }
  });

  test.each([
    ["H", 15],
    ["C", 18],
  ])("flow %s asks its questions on %i screens, where no answer raises another", (variant, most) => {
    const asked = questionsOf(content, variant).filter(
      ({ screen, question }) => !screen.showif && !question.showif && screen.step !== 3.1,
    );
    expect(new Set(asked.map(({ screen }) => screen.id)).size).toBeLessThanOrEqual(most);
  });

  test("the symptom list has 20 items of 0 to 4", () => {
    const scales = questionnaire.questions.filter((question) => question.answertype === "scale");
    expect(scales).toHaveLength(20);
    expect(scales[0]?.answerlist.map((option) => option.id)).toEqual(["0", "1", "2", "3", "4"]);
  });

  test("lists that may not apply offer an exclusive option", () => {
    const without = questionnaire.questions
      .filter((question) => question.answertype === "array" && question.id !== "goals")
      .filter((question) => !question.answerlist.some((option) => option.exclusive));
    expect(without.map((question) => question.id)).toEqual([]);
  });

  test("a question that closed again removes its answer", () => {
    const given = { migraine: "no", migraine_aura: "yes" };
    expect(openQuestions(content, "C", given).answers).toEqual({ migraine: "no" });
    expect(openQuestions(content, "C", { ...given, migraine: "yes" }).answers).toEqual({
      migraine: "yes",
      migraine_aura: "yes",
    });
  });

  test("clarifications open only when an answer raises them", () => {
    const clarifying = (given: Record<string, string | string[]>) =>
      openQuestions(content, "C", given)
        .open.filter(({ screen }) => screen.step === 3.1)
        .map(({ question }) => question.id);
    expect(clarifying({ bleeding: "no", migraine: "no", bp_known: "told_normal" })).toEqual([]);
    expect(clarifying({ bleeding: "unsure", bp_known: "no" })).toEqual(["bleeding_kind", "bp_measure"]);
  });
});

describe("facts", () => {
  test("body mass index from inches and pounds", () => {
    const facts = factsOf(content, {
      age: 50,
      state: "NY",
      products: ["estradiol_patch_0_05"],
      answers: { height: "65", weight: "210" },
    });
    expect(Number(facts.bmi)).toBeCloseTo(34.9, 1);
    expect(facts).toMatchObject({
      age: 50,
      state: "NY",
      facevisits: "no",
      product: ["estradiol_patch_0_05", "estradiol_patch"],
      category: ["systemic_estrogen"],
    });
  });

  test("unknown facts are left out", () => {
    expect(factsOf(content, { age: null, state: null, products: [], answers: {} })).toEqual({
      product: [],
      category: [],
    });
  });
});

describe("demo patients", () => {
  test.each(demo.patients.map((patient) => [patient.id, patient] as const))(
    "%s has a visit that no rule stops",
    (_, patient) => {
      const facts = factsOf(content, {
        age: 50,
        state: patient.state,
        products: patient.products.map((each) => each.productid),
        answers: patient.answers,
      });
      const { open, answers } = openQuestions(content, patient.flow, patient.answers, facts);
      const stops = content.rules
        .filter((rule) => rule.outcome === "STOP" || rule.outcome === "EMERGENCY")
        .filter((rule) => evaluateCondition(rule.when, { answers, facts }));
      expect(stops.map((rule) => rule.id)).toEqual([]);
      expect(Object.keys(answers).toSorted()).toEqual(Object.keys(patient.answers).toSorted());
      const first = open.find(({ question }) => answers[question.id] === undefined);
      expect(first?.screen.step ?? 7).toBe(patient.step);
    },
  );
});

describe("catalogue and coupons", () => {
  test("§9 the promo codes and upsell codes exist", () => {
    expect(content.coupons.map((coupon) => coupon.code)).toEqual([...promoCodes]);
    expect(content.catalogue.products.flatMap((product) => product.code ?? []).toSorted()).toEqual(
      Object.values(upsellCodes).toSorted(),
    );
  });

  test("each product has a picture and prices; three months never cost more than three times one", () => {
    for (const { productid, pricings } of content.catalogue.products) {
      const [one, three] = pricings;
      expect(
        pricings.map((pricing) => pricing.months),
        productid,
      ).toEqual([1, 3]);
      expect(three?.pricecents, productid).toBeLessThanOrEqual(3 * (one?.pricecents ?? 0));
      expect(one?.pricecents, productid).toBeGreaterThan(0);
    }
  });

  test("every picture is drawn", () => {
    const pictures = [
      ...content.catalogue.products.map((product) => product.picture),
      ...content.doctors.map((doctor) => doctor.profileUrl),
    ];
    const missing = pictures.filter((picture) => !existsSync(new URL(`../app/public${picture}`, import.meta.url)));
    expect(missing).toEqual([]);
  });

  test("the usual starting doses rank first in their families", () => {
    const first = (family: string) =>
      content.catalogue.products
        .filter((product) => product.family === family)
        .toSorted((a, b) => b.weight - a.weight)[0]?.strength;
    expect(first("estradiol_patch")).toBe("0.05 mg/day");
    expect(first("estradiol_tablet")).toBe("1 mg");
    expect(first("progesterone_capsule")).toBe("100 mg");
  });

  test("compounded products say so, and estriol says that no product of it is approved", () => {
    const notices = (family: string) =>
      content.catalogue.products.find((product) => product.family === family)?.notices.join(" ") ?? "";
    for (const family of ["estradiol_progesterone_cream", "estriol_cream", "sildenafil_cream"])
      expect(notices(family)).toContain("compounding pharmacy");
    expect(notices("estriol_cream")).toContain("No estriol product is approved by the FDA.");
  });

  test("every form a patient can prefer is a form of the catalogue", () => {
    const options =
      questionnaire.questions
        .find((question) => question.id === "preferred_form")
        ?.answerlist.map((option) => option.id) ?? [];
    const forms = content.catalogue.forms.map((form) => form.id);
    expect(options.filter((option) => option !== "no_preference" && !forms.includes(option))).toEqual([]);
  });

  test("prescription drugs are exempt from tax everywhere except Illinois at 1 %", () => {
    for (const [state, rates] of Object.entries(content.taxrates.rates))
      expect(rates.rx_drug, state).toBe(state === "IL" ? 100 : 0);
  });

  test("§9 admin chat in IA, MI, NH, NC; no face visits in NY and MD", () => {
    const having = (flag: "adminchat" | "facevisits", value: boolean) =>
      content.states.filter((state) => state[flag] === value).map((state) => state.id);
    expect(having("adminchat", true).toSorted()).toEqual(["IA", "MI", "NC", "NH"]);
    expect(having("facevisits", false).toSorted()).toEqual(["MD", "NY"]);
  });
});

describe("common passwords", () => {
  test("about a thousand, lower case, none shorter than a password may be", () => {
    expect(content.commonpasswords.size).toBeGreaterThan(900);
    for (const password of content.commonpasswords) expect(password).toMatch(/^[^A-Z\s]{8,50}$/);
    expect(content.commonpasswords.has("password123")).toBe(true);
    expect(demo.patients.some((patient) => content.commonpasswords.has(patient.password))).toBe(false);
  });
});

describe("what the practice reads of a patient", () => {
  const flagTexts = content.followup.steps
    .flatMap(({ questions }) => questions)
    .flatMap((question) => JSON.stringify(question).match(/"flag":\{[^}]*\}/g) ?? []);
  const { unanswered, written, withdrawn } = content.followup;

  test("the patient is the patient, not “she”", () => {
    const texts = [
      ...content.rules.map(({ note }) => note),
      ...content.requirements.flatMap(({ note }) => Object.values(note)),
      ...[unanswered, written, withdrawn],
      ...flagTexts,
    ];
    expect(flagTexts.length).toBeGreaterThan(8);
    expect(texts.filter((text) => /\b(?:she|her|hers|herself)\b/i.test(text))).toEqual([]);
  });
});
