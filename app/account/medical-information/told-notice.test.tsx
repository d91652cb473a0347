import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { sectionPath } from "./section-paths.ts";
import { ToldNotice } from "./told-notice.tsx";

vi.stubGlobal("location", { pathname: "/medical-information", search: "" });

test("each answer that was told has its own words, and leads to the form that changes it", () => {
  const told = [7, 3, 5].map((step) => ({
    ...{ questionid: `question_${step}`, question: `Question ${step}?`, answer: `answer ${step}`, step },
    text: `Told on day ${step}.`,
  }));
  const items = renderToStaticMarkup(<ToldNotice told={told} />)
    .split("<li>")
    .slice(1);
  expect(items).toHaveLength(told.length);
  for (const [at, { question, answer, text, step }] of told.entries()) {
    expect(items[at]).toContain(`${question}: ${answer}. ${text}`);
    expect(items[at]).toContain(`href="${sectionPath(step)}"`);
    expect(items[at]).toContain(`aria-label="Change it: ${question}"`);
  }
});
