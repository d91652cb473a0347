import { describe, expect, test } from "vitest";
import { sentenceFeatures } from "./schema/sentences/sentences.ts";
import { readingGrade } from "./testing/reading-grade.ts";
import { shippedContent } from "./testing/shipped-content.ts";

const content = await shippedContent();

const clinical =
  /\b(?:health|medic\w*|drug\w*|doctors?|physicians?|clinic\w*|patients?|treat\w*|therap\w*|prescri\w*|pharmac\w*|refill\w*|dos(?:e|es|age)|pills?|tablets?|patch\w*|creams?|capsules?|hormon\w*|estr\w*|progest\w*|menopaus\w*|symptom\w*|diagnos\w*|care|visit|sex\w*|vagin\w*|women\w*|hair|skin|tretinoin|sildenafil|minoxidil)\b/i;

describe("mails", () => {
  test.each(Object.entries(content.mails))("%s says nothing about health", (_, mail) => {
    expect(clinical.exec(`${mail.subject}\n${mail.text}`)?.[0]).toBeUndefined();
  });
});

describe("notifications", () => {
  test.each(Object.entries(content.notifications))("%s says nothing about health", (_, { title, description }) => {
    expect(clinical.exec(`${title}\n${description}`)?.[0]).toBeUndefined();
  });
});

const passages: [string, string][] = [
  ...content.rules.map((rule): [string, string] => [`rule ${rule.id}`, `${rule.title}. ${rule.text}`]),
  ...content.consents.map((consent): [string, string] => [`consent ${consent.id}`, consent.text]),
  ...content.upsells.map((offer): [string, string] => [`offer ${offer.code}`, `${offer.title}. ${offer.text}`]),
  ...content.help.map((article): [string, string] => [`help ${article.id}`, article.body]),
  ...content.interstitials.map((each): [string, string] => [
    `interstitial ${each.type}`,
    `${each.title}. ${each.text}`,
  ]),
  ...content.questionnaire.sections.map((section): [string, string] => [
    `questions of step ${section.step}`,
    content.questionnaire.screens
      .filter((screen) => screen.step === section.step)
      .flatMap((screen) => content.questionnaire.questions.filter((question) => question.screen === screen.id))
      .flatMap((question) => [question.question, question.description ?? "", question.why ?? ""])
      .join("\n"),
  ]),
  [
    "state-move",
    Object.values(content.statemove)
      .flatMap((part) => (typeof part === "string" ? [] : "title" in part ? [part] : Object.values(part)))
      .map(({ title, text }) => `${title}. ${text}`.replaceAll(/\{\{(\w+)\}\}/g, "Texas"))
      .join("\n"),
  ],
  [
    "helpers",
    [...Object.values(content.helpers.parts), { title: "", text: content.helpers.authorization.text }]
      .map(({ title, text }) => `${title}. ${text}`.replaceAll(/\{\{(\w+)\}\}/g, "Texas"))
      .join("\n"),
  ],
  [
    "notifications",
    Object.values(content.notifications)
      .map(({ title, description }) => `${title}. ${description}`.replaceAll(/\{\{(\w+)\}\}/g, "two"))
      .join("\n"),
  ],
  [
    "answers of the demo's care desk",
    Object.values(content.deskanswers)
      .flatMap((part) => (typeof part === "string" ? [part] : Object.values(part)))
      .filter((text) => typeof text === "string")
      .join("\n")
      .replaceAll(/\{\{(\w+)\}\}/g, "Rosa"),
  ],
  [
    "treatment review",
    [
      content.followup.message,
      content.deskanswers.followup.read,
      content.deskanswers.followup.flagged,
      ...content.followup.steps
        .flatMap((step) => step.questions)
        .flatMap(({ title, question, description }) => [title ?? "", question, description ?? ""]),
    ]
      .join("\n")
      .replaceAll(/\{\{(\w+)\}\}/g, "Rosa"),
  ],
  [
    "next steps",
    [
      ...Object.values(content.nextsteps.steps).map(({ title, text }) => `${title}. ${text}`),
      ...Object.values(content.nextsteps.following),
      ...Object.values(content.nextsteps.phases).map(({ text }) => text),
      ...content.nextsteps.safety.athome.map(({ text }) => text),
      content.nextsteps.safety.allonhold,
    ]
      .join("\n")
      .replaceAll(/\{\{(\w+)\}\}/g, "Rosa"),
  ],
  [
    "what to do with the first box, and what to expect",
    [
      ...content.arrival.forms.flatMap(({ title, steps }) => [`${title}.`, ...steps]),
      ...Object.values(content.arrival.pair),
      ...content.arrival.expect.flatMap(({ first, fourth, eighth, urgent }) => [first, fourth, eighth, urgent ?? ""]),
    ].join("\n"),
  ],
  ...sentenceFeatures.map((feature): [string, string] => [
    `sentences of ${feature}`,
    Object.entries(content.sentences)
      .filter(([id, text]) => id.startsWith(`${feature}.`) && /[.?!]$/.test(text))
      .map(([, text]) => text.replaceAll(/\{\{(\w+)\}\}/g, "two"))
      .join("\n"),
  ]),
  ...content.rules.flatMap(({ id, incare }): [string, string][] =>
    incare?.text === undefined ? [] : [[`rule ${id} in care`, incare.text]],
  ),
  [
    "products",
    content.catalogue.products
      .map(({ description, howtouse, dosing }) => [description, howtouse, dosing?.missed ?? ""].join("\n"))
      .join("\n"),
  ],
  [
    "what a doctor says of a product",
    content.catalogue.products.flatMap(({ doctorsays }) => doctorsays.map(({ text }) => text)).join("\n"),
  ],
];

describe("reading level", () => {
  test.each(passages)("%s reads at or below 8th grade", (_, text) => {
    expect(readingGrade(text)).toBeLessThanOrEqual(8);
  });

  test("all patient-facing texts together read at or below 7th grade", () => {
    expect(readingGrade(passages.map(([, text]) => text).join("\n"))).toBeLessThanOrEqual(7);
  });
});
