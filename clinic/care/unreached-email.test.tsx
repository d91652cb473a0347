import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnreachedEmail } from "./unreached-email.tsx";

test("whoever writes to a patient whose mails don't arrive is told since when, and what to do", () => {
  const shown = (emailrefusedsince: string | null) =>
    renderToStaticMarkup(<UnreachedEmail patient={{ emailrefusedsince }} />).replaceAll(/<[^>]*>/g, "");
  expect(shown(null)).toBe("");
  expect(shown("2026-11-20T15:00:00Z")).toContain(
    "Our emails haven’t reached this patient since November 20, 2026: they see what you write only when they sign in, so please call if it can’t wait.",
  );
});
