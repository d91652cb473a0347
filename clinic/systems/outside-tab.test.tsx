import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { OutsideCheck, OutsideFailure, OutsideSystem } from "#contract/integrations/outside.ts";
import { OutsideList } from "./outside-tab.tsx";
import { checksNotice, outsideStatus } from "./system-labels.ts";

const failure = (change: Partial<OutsideFailure> = {}): OutsideFailure => ({
  ...{ answer: "login_refused", since: "2026-11-28T15:00:00Z", todo: "Put the right ones into SMTP_URL." },
  ...{ alarmedat: "2026-11-28T15:01:00Z", ...change },
});
const system = (name: string, failures: readonly OutsideFailure[]): OutsideSystem => ({
  ...{ system: name, name: `The ${name}`, failures: [...failures] },
});
const check = (name: string, todo: string | null): OutsideCheck => ({ system: name, checked: "signs us in", todo });
const shown = (items: readonly OutsideSystem[], checks: readonly OutsideCheck[] | null) =>
  renderToStaticMarkup(<OutsideList items={items} checks={checks} />)
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");

describe("decisions §16 how outside systems fare, in words", () => {
  test.each([
    [[], "success", "Works"],
    [[failure()], "danger", "Alarm"],
    [[failure({ alarmedat: null })], "warning", "Failing, no alarm yet"],
    [[failure(), failure({ answer: "busy", alarmedat: null })], "danger", "Alarm"],
  ])("%#", (failures, tone, label) => {
    expect(outsideStatus({ failures })).toEqual({ tone, label });
  });

  test("each with what to do, since when, and whether it was mailed", () => {
    const two = [system("mail server", [failure()]), system("bucket", [failure({ answer: "slow", alarmedat: null })])];
    expect(shown([...two, system("vendor", [])], null)).toBe(
      "|The mail server|Alarm|Put the right ones into SMTP_URL.|" +
        "Since November 28, 2026 at 10:00 AM ET, mailed November 28, 2026 at 10:01 AM ET (login_refused)|" +
        "The bucket|Failing, no alarm yet|Put the right ones into SMTP_URL.|" +
        "Since November 28, 2026 at 10:00 AM ET, not mailed so far (slow)|" +
        "The vendor|Works|",
    );
    expect(shown([], null)).toBe("|Nothing outside is set up.|");
  });

  test("what a check showed is shown with its system, and nothing twice", () => {
    const items = [system("mail server", [failure()]), system("bucket", []), system("webhooks", [])];
    const own = failure().todo;
    const text = shown(items, [check("mail server", own), check("bucket", null), check("bucket", "Renew the key.")]);
    expect(text.split(own)).toHaveLength(2);
    expect(text).toContain("Signs us in: no.|The bucket|");
    expect(text).toContain("Signs us in: yes.|Signs us in: no. Renew the key.|");
    expect(text).toContain("The webhooks|Works|Can’t be checked: it shows when it’s used.|");
  });

  test.each([
    [[], "There’s nothing to check: no outside system is set up that can be asked."],
    [[check("mail", null)], "Checked. All of them work."],
    [[check("mail", "a"), check("mail", "b"), check("files", null)], "Checked. 1 of them doesn’t work."],
    [[check("mail", "a"), check("files", "b")], "Checked. 2 of them don’t work."],
  ])("in one sentence: %#", (checks, sentence) => {
    expect(checksNotice(checks)).toBe(sentence);
  });
});
