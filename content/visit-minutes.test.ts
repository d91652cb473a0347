import { expect, test } from "vitest";
import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { codeTexts } from "./testing/code-texts.ts";
import { contentTexts } from "./testing/content-texts.ts";
import { shippedContent } from "./testing/shipped-content.ts";

/** How long the visit takes, said in content or in a literal of the code; the code's own mentions say it by the constant. */
const claims = [...contentTexts(await shippedContent()), ...codeTexts()]
  .filter(({ text }) => /question|visit|start|about/i.test(text))
  .flatMap(({ where, text }) =>
    [...text.matchAll(/\b(?:about|aside|most women need) (\w+|\{…\}) minutes\b/gi)].map(([, minutes]) => ({
      where,
      minutes,
    })),
  )
  .filter(({ where }) => !where.startsWith("followup") && where !== "sentences.overview.begin_review_text");

test("wherever a visit begins the same minutes are promised", () => {
  expect(claims.map(({ where }) => where)).toEqual(
    expect.arrayContaining(["marketing.points.0", "app/onboarding/eligibility/eligibility-page.tsx"]),
  );
  for (const { where, minutes } of claims) expect(["{…}", String(visitMinutes)], where).toContain(minutes);
});
