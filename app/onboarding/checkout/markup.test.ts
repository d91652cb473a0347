import { expect, test } from "vitest";
import { parseBlocks } from "./consent-text.tsx";

test("consents: headings, lists, paragraphs, bold and emphasis are parsed, anything else stays text", () => {
  expect(parseBlocks("*Demo text.*\n\n## Terms\n\n- **5 days** before\n- skip\n\nOne\nline <b>& more</b>")).toEqual([
    { kind: "paragraph", spans: [{ text: "Demo text.", style: "em" }] },
    { kind: "heading", spans: [{ text: "Terms" }] },
    { kind: "list", items: [[{ text: "5 days", style: "strong" }, { text: " before" }], [{ text: "skip" }]] },
    { kind: "paragraph", spans: [{ text: "One line <b>& more</b>" }] },
  ]);
});
