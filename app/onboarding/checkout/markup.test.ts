import { expect, test } from "vitest";
import { parseBlocks } from "./consent-text.tsx";

test("consents: headings, lists, paragraphs, bold and emphasis are parsed, anything else stays text", () => {
  expect(parseBlocks("*Demo text.*\n\n## Terms\n\n- **5 days** before\n- skip\n\nOne\nline <b>& more</b>")).toEqual([
    { kind: "paragraph", words: [{ text: "Demo text.", look: "em" }] },
    { kind: "heading", words: [{ text: "Terms" }] },
    { kind: "list", items: [[{ text: "5 days", look: "strong" }, { text: " before" }], [{ text: "skip" }]] },
    { kind: "paragraph", words: [{ text: "One line <b>& more</b>" }] },
  ]);
});
