import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ToRead } from "./to-read.tsx";

const article = { id: "missed_dose", title: "I missed a dose" };

test("it opens in the app by its title", () => {
  const markup = renderToStaticMarkup(<ToRead article={{ ...article, href: "/support/missed_dose" }} />);
  expect(markup).toMatch(/<a [^>]*href="\/support\/missed_dose"[^>]*>.*I missed a dose/);
  expect(markup).not.toContain("anymore");
});

test("what isn't there anymore keeps its title and says so, without a link", () => {
  const markup = renderToStaticMarkup(<ToRead article={{ ...article, href: null }} />);
  expect(markup).toContain("I missed a dose");
  expect(markup).toContain("This isn’t in our help center anymore.");
  expect(markup).not.toContain("<a ");
});
