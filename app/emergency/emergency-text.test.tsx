import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { SignedText } from "#app/documents/visit-notes/visit-notes.tsx";
import { StopScreen } from "#app/followup/followup-modal.tsx";
import { Statement } from "#app/followup/screens/statement.tsx";
import { MessageText } from "#app/messages/log/message-text.tsx";
import { ConsentText } from "#app/onboarding/checkout/consent-text.tsx";
import { StepFrame } from "#app/onboarding/flow/step-frame.tsx";
import { StopNotice } from "./stop-notice.tsx";
import { ArticleBlocks } from "#app/support/help-center/article-blocks.tsx";
import { CrisisCard } from "./crisis-card.tsx";
import { parseArticleBlocks } from "#server/support/article-blocks.ts";
import { textWithEmergencyLinks } from "../../site/html.ts";
import { EmergencyPanel } from "./emergency-panel.tsx";
import { ArrivalCards } from "#app/treatment/overview/arrival-cards.tsx";
import { SafetyPanel } from "#app/treatment/next-step/safety-panel.tsx";
import type { NextStep } from "#contract/treatment/next-step.ts";
import { EmergencyText } from "./emergency-text.tsx";

const root = join(import.meta.dirname, "../..");
const emergencyNumber = /\b(?:911|988)\b/g;
const stopWith = (text: string) => ({ ruleid: "r", kind: "emergency" as const, title: "Now", text, actions: [] });

/** Every text of the content that contains an emergency number, with its path in the content. */
function sentences(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return value.search(emergencyNumber) === -1 ? [] : [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    sentences(each, Array.isArray(value) ? path : path === "" ? key : `${path}.${key}`),
  );
}

/** How the text at each path of the content is rendered; null: no patient reads it, or it is a link itself. */
const screens: Readonly<Record<string, ((text: string) => ReactElement)[] | null>> = {
  "rules.title": null,
  "rules.note": null,
  "rules.actions.label": null,
  "rules.actions.href": null,
  "rules.text": [
    (text) => <StopNotice stop={stopWith(text)} />,
    (text) => <StopScreen stop={stopWith(text)} isLast={false} onRead={() => undefined} />,
    (text) => (
      <StepFrame back={null} title="A question" lead={text}>
        {null}
      </StepFrame>
    ),
  ],
  "rules.incare.text": [(text) => <SafetyPanel step={safetyWith(text)} />],
  "rules.incare.actions.label": null,
  "rules.incare.actions.href": null,
  "questionnaire.questions.description": [(text) => <EmergencyText>{text}</EmergencyText>],
  "followup.steps.questions.description": [
    (text) => <Statement question={{ title: null, question: "Hello", description: text, doctor: null }} />,
  ],
  "followup.steps.questions.answerlist.flag.text": null,
  // A mail is read in a mail program.
  "mails.fill_voided.text": null,
  // A letter is a PDF.
  "endofcare.letter": null,
  "emergencywords.signs.kind": null,
  "emergencywords.signs.title": null,
  "emergencywords.signs.phones.label": null,
  "emergencywords.signs.phones.href": null,
  "emergencywords.signs.text": [
    (text) => <EmergencyPanel emergency={{ kind: "911", title: "Now", text, phones: [] }} />,
    (text) => <MessageText>{text}</MessageText>,
    (text) => <StopScreen stop={stopWith(text)} isLast={false} onRead={() => undefined} />,
  ],
  "nextsteps.safety.meanwhile.911.text": [(text) => <SafetyPanel step={safetyWith(text)} />],
  "nextsteps.safety.meanwhile.988.text": [(text) => <SafetyPanel step={safetyWith(text)} />],
  "arrival.expect.urgent": [
    (text) => <ArrivalCards arrival={{ medicines: [], pair: null, expect: [], urgent: [text] }} />,
  ],
  "visitnotes.text": [
    (text) => (
      <SignedText signed={{ id: "", text, signedby: "", signedat: "2026-11-29T12:00:00Z", withdrawnat: null }} />
    ),
  ],
  "cannedreplies.text": [(text) => <MessageText>{text}</MessageText>],
  "consents.text": [(text) => <ConsentText text={text} />],
  "help.body": [(text) => <ArticleBlocks blocks={parseArticleBlocks(text)} />],
};
const safetyWith = (text: string): NextStep => ({
  kind: "emergency",
  title: "Please call now",
  text,
  action: null,
  needspatient: false,
  orderid: null,
  safety: { calls: [], athome: [{ names: ["Estradiol patch"], text }], more: text },
});
const message = [(text: string) => <MessageText>{text}</MessageText>];

const screensOf = (path: string) => (path.startsWith("deskanswers.") ? message : screens[path]);

/** Numbers in a text that the markup does not link. */
function withoutLink(text: string, markup: string): string[] {
  const links = [...markup.matchAll(/<a [^>]*href="tel:(\d+)"[^>]*>(.*?)<\/a>/g)].map(([, tel, sentence]) => [
    tel,
    sentence,
  ]);
  const named = [...text.matchAll(emergencyNumber)].map(([number]) => number);
  return named.filter((number) => !links.some(([tel, sentence]) => tel === number && sentence === number));
}

vi.stubGlobal("location", { origin: "https://calendula.example" });
const content = await shippedContent();
const { brand, ...others } = content;
const found = sentences(others, "");

test("the content contains the numbers in many places", () => {
  expect(found.length).toBeGreaterThan(20);
});

test.each(found)("%s: each number of “%s” is a link on every screen that renders it", (path, text) => {
  const drawnBy = screensOf(path);
  expect(
    drawnBy,
    `no screen is known for ${path}: name the component that draws it, with its numbers as links`,
  ).not.toBe(undefined);
  for (const draw of drawnBy ?? []) expect(withoutLink(text, renderToStaticMarkup(draw(text)))).toEqual([]);
});

test("the texts of the brand are links on the crisis card and on the marketing site", () => {
  const { crisis, marketing } = brand;
  const card = renderToStaticMarkup(<CrisisCard />);
  expect(withoutLink("911 and 988", card)).toEqual([]);
  expect(card).toContain('href="sms:988"');
  for (const text of [crisis.emergency, crisis.suicide, marketing.footer])
    expect(withoutLink(text, textWithEmergencyLinks(text).markup)).toEqual([]);
});

test("no screen contains a number of its own: all come from the content and pass the one component", () => {
  const written = globSync("{app,site,embed}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(root, file), "utf8").search(emergencyNumber) !== -1);
  expect(written.toSorted()).toEqual(["app/emergency/emergency-text.tsx", "app/settings.ts", "site/html.ts"]);
});

test("every screen that shows the texts of the brand shows them as links", () => {
  const shown = globSync("{app,site}/**/*.{ts,tsx}", { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .filter((source) => /brand\.crisis|crisis\.(?:emergency|suicide)/.test(source));
  expect(shown.length).toBeGreaterThan(4);
  expect(
    shown.filter((source) => !/EmergencyText|UrgentHelp|phoneNumberPattern|textWithEmergencyLinks/.test(source)),
  ).toEqual([]);
});
