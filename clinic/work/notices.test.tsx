import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SendFailure } from "./act.ts";
import type { ClaimState } from "./claim.ts";
import { ClaimedNotice } from "./claimed-notice.tsx";
import { FailureNotice } from "./failure-notice.tsx";

const textOf = (shown: ReactNode) =>
  renderToStaticMarkup(shown)
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");

const refused = (fields: Readonly<Record<string, string>>): SendFailure => ({
  ...{ kind: "refused", code: "bad_request", message: "Why.", fields },
});
const [unknown, claimed, conflict] = [
  { kind: "outcome_unknown" } as const,
  { kind: "claimed", claimedBy: "Ines" } as const,
  { kind: "conflict", message: "Why.", changed: null } as const,
];
const [again, looked] = [{ again: "Press Send again." }, { conflict: <p>Look again.</p> }];

test.each<[string, SendFailure | null, Partial<Parameters<typeof FailureNotice>[0]>, string]>([
  ["nothing", null, {}, ""],
  ["somebody else's claim, which is said elsewhere", claimed, { ...again, ...looked }, ""],
  ["no answer", unknown, again, "|We don’t know whether it worked|No answer came. Press Send again.|"],
  ["no answer, where nothing says what to press", unknown, looked, "|Not sent|Why.|"],
  ["a conflict", conflict, { ...again, ...looked }, "|Look again.|"],
  ["a conflict in the server's words", conflict, again, "|Not sent|Why.|"],
  ["a refusal of the whole", refused({}), { ...again, ...looked }, "|Not sent|Why.|"],
  ["a refusal of a field, said there", refused({ note: "Why." }), {}, ""],
  ["a refusal of a field that says it", refused({ day: "Why.", note: "Why." }), { fields: ["note"] }, ""],
  ["a refusal of a field that doesn't", refused({ note: "Why." }), { fields: ["day"] }, "|Not sent|Why.|"],
])("why an act isn't done: %s", (_, failure, more, text) => {
  const shown = <FailureNotice act={{ failure, message: "Why." }} title="Not sent" {...more} />;
  expect(textOf(shown)).toBe(text);
});

test.each<[ClaimState["status"], boolean, string]>([
  ["taken", false, "|Ines is working on this|Look first.|Take over|"],
  ["taken", true, "|Ines took this over|Look first.|Take over|"],
  ...(["asking", "own", "unknown", "released"] as const).map((status): [ClaimState["status"], boolean, string] => [
    status,
    true,
    "",
  ]),
])("a claim that is %s, taken over: %s", (status, takenOver, text) => {
  const shown = (
    <ClaimedNotice claim={{ status, takenOver, claimedBy: "Ines" }} onTakeOver={() => {}}>
      Look first.
    </ClaimedNotice>
  );
  expect(textOf(shown)).toBe(text);
});
