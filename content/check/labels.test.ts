import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadContent } from "../loader/load.ts";
import { keepValidFiles } from "../loader/read.ts";
import { shippedContent } from "../testing/shipped-content.ts";
import {
  approveLines,
  checkApprovals,
  type LabelLine,
  labelLines,
  listOf,
  lineDigest,
  lineKey,
  outdatedApprovals,
  withApprovals,
} from "./label-approvals.ts";
import { phraseProblem } from "./labels.ts";

let copies = "";
beforeAll(async () => {
  keepValidFiles();
  copies = await mkdtemp(join(tmpdir(), "labels-"));
});
afterAll(() => rm(copies, { recursive: true }));

/** The error at start with one content file changed. */
async function changed(file: string, from: string, to: string): Promise<string> {
  const dir = await mkdtemp(join(copies, "copy-"));
  await cp(join(import.meta.dirname, ".."), dir, { recursive: true });
  const source = await readFile(join(dir, file), "utf8");
  expect(source).toContain(from);
  await writeFile(join(dir, file), source.replace(from, to));
  return loadContent(dir).then(
    () => "loaded",
    (error: Error) => error.message,
  );
}

describe("the start refuses labels that say less, or something else, in another language", () => {
  const [spanish, hormones] = ["labels/es.yaml", "catalogue/1-hormones.yaml"];
  test.each([
    [
      "directions of a product that were changed",
      hormones,
      "Use a new spot each time.",
      "Use a new place.",
      /lacks “Use a new place\.” of estradiol_patch/,
    ],
    [
      "directions of two at once",
      hormones,
      "Use new spots each time.",
      "Use other spots.",
      /lacks “Use other spots\.” of estradiol_patch/,
    ],
    [
      "a warning that says one patch beside directions of two at the same time",
      "documents.yaml",
      "Don't wear more patches at a time than your directions say.",
      "Wear one patch at a time.",
      /^\S*documents\.yaml: the warning “For use on the skin only\. Wear one patch at a time\.” of estradiol_patch\S* says how many/,
    ],
    ["a warning", "documents.yaml", "text: Swallow with water.", "text: Swallow whole.", /lacks “Swallow whole\.” of /],
    [
      "an easy-open cap",
      "documents.yaml",
      "label: Not child-resistant",
      "label: Never child-resistant",
      /lacks “Never child-resistant/,
    ],
    [
      "a phrase of another form only",
      spanish,
      "forms: [arousal_cream]",
      "forms: [serum]",
      /lacks “Use it at most once a day\.”/,
    ],
    [
      "a number that isn't the same",
      spanish,
      "Aplique 1 parche",
      "Aplique 2 parches",
      /“Aplique 2 parches .*” hasn't the same numbers as “Put one patch/,
    ],
    ["a number in words", spanish, "1 vez al día y frote", "una vez al día y frote", /hasn't the same numbers/],
    ["numbers in another order", spanish, "12 noches de cada 28", "28 noches de cada 12", /hasn't the same numbers/],
    [
      "another time of the day",
      spanish,
      "1 cápsula a la hora de acostarse. }",
      "1 cápsula por la mañana. }",
      /doesn't say “bedtime”/,
    ],
    [
      "weeks that became days",
      spanish,
      "durante 2 semanas; después, 2 veces por semana",
      "durante 2 días; después, 2 veces por día",
      /doesn't say “day”|doesn't say “week”/,
    ],
    ["a warning without its “not”", spanish, "No se trague.", "Se puede tragar.", /doesn't say “not”/],
    ["a “not” that English hasn't", spanish, "Trague con agua.", "No trague con agua.", /doesn't say “not”/],
    ["a frame without its day", spanish, "Empiece el {{day}}.", "Empiece después.", /hasn't the placeholders/],
    [
      "a frame of other English",
      spanish,
      'english: "Start on {{day}}."',
      'english: "Begin on {{day}}."',
      /isn't what documents\.label_start says/,
    ],
    ["a language nobody can choose", spanish, "language: es", "language: tlh", /no language to choose/],
    ["English", spanish, "language: es", "language: en", /no language to choose/],
    ["a form that isn't there", spanish, "forms: [body_cream]", "forms: [salve]", /unknown form salve/],
  ])("%s", async (_, file, from, to, problem) => {
    expect(await changed(file, from, to)).toMatch(problem);
  });

  test("and nothing of what is shipped", async () => {
    expect(await changed(spanish, "language: es", "language: es")).toBe("loaded");
  });
});

describe("an approved line stays as a pharmacist read it", async () => {
  const { labels } = await shippedContent();
  const [language = expect.fail("The content has no language")] = labels;
  const approval = (line: LabelLine) => ({ by: "Paz Lindqvist", on: "2026-11-30", digest: lineDigest(line) });
  const approvals = { es: Object.fromEntries(labelLines(language).map((line) => [lineKey(line), approval(line)])) };
  const withLine = (at: number, change: Partial<LabelLine>) => ({
    ...language,
    phrases: language.phrases.map((phrase, index) => (index === at ? { ...phrase, ...change } : phrase)),
  });
  const problem = (changed: typeof language) => {
    try {
      checkApprovals([changed], approvals);
    } catch (error) {
      return (error as Error).message;
    }
    return null;
  };
  const approvedCount = (of: typeof language) =>
    labelLines(withApprovals(of, approvals)).filter((line) => "approved" in line && line.approved !== null).length;

  test("each line is approved as it's read, with its own digest", () => {
    expect(problem(language)).toBeNull();
    expect(approvedCount(language)).toBe(labelLines(language).length);
    expect(new Set(labelLines(language).map(lineDigest)).size).toBe(labelLines(language).length);
  });

  const [first = expect.fail("No phrase")] = language.phrases;
  test.each([
    ["the Spanish of a phrase", withLine(0, { text: `${first.text} Bien.` })],
    ["the English of a phrase", withLine(0, { english: `${first.english} Well.` })],
    ["the forms of a phrase", withLine(0, { forms: ["patch"] })],
    [
      "a frame",
      { ...language, frames: { ...language.frames, start: { ...language.frames.start, text: "Desde el {{day}}." } } },
    ],
  ])("%s that was changed isn't approved, and the start says which line and what to do", (_, changed) => {
    expect(approvedCount(changed)).toBe(labelLines(language).length - 1);
    expect(problem(changed)).toMatch(
      /^content\/labels\/es\.yaml: “.+” isn't as Paz Lindqvist approved it on 2026-11-30, .+ put both wordings back, or run npm run approve-labels es/u,
    );
  });

  test("a phrase that's gone, and a language that's gone, stop the start; one that's new is only not approved", () => {
    expect(problem({ ...language, phrases: language.phrases.slice(1) })).toContain(`“${first.english}” isn't as`);
    expect(() => checkApprovals([], approvals)).toThrow("content/labels/approvals.json: has no file es.yaml");
    expect(problem(withLine(0, {}))).toBeNull();
    expect(outdatedApprovals(language, {})).toEqual([]);
    expect(labelLines(withApprovals(language, {})).every((line) => "approved" in line && line.approved === null)).toBe(
      true,
    );
  });

  describe("what a pharmacist read is entered", () => {
    const paz = (list: string) => ({ by: "Paz Lindqvist", on: "2026-11-30", list });
    const of = { ...language, language: "es" };
    const listed = listOf(approveLines(of, {}, null).waiting);

    test("all that waited, once it's printed, read and named by its list; nothing without", () => {
      expect(approveLines(of, {}, null)).toEqual({ approvals: { es: {} }, withdrawn: 0, waiting: labelLines(of) });
      expect(approveLines(of, {}, paz(listed))).toEqual({ approvals, withdrawn: 0, waiting: labelLines(of) });
      expect(approveLines(of, approvals, null)).toEqual({ approvals, withdrawn: 0, waiting: [] });
    });

    test.each([
      ["Spanish", { text: `${first.text} Bien.` }],
      ["English", { english: `${first.english} Well.` }],
      ["forms", { forms: ["patch"] }],
    ])("not where the %s of a line was changed since it was printed", (_, change) => {
      expect(() => approveLines(withLine(0, change), {}, paz(listed))).toThrow(
        `The lines that wait aren't those of list ${listed}: print them again, and have them read.`,
      );
    });

    test("not on a day that is none", () => {
      expect(() => approveLines(of, {}, { ...paz(listed), on: "11/30/2026" })).toThrow("“11/30/2026” is no day");
    });

    test("a changed line loses its approval, waits alone, and is entered by who reads it; others and other languages stay", () => {
      const revised = withLine(0, { text: `${first.text} Bien.` });
      const known = { ...approvals, fr: { "A line": approval(first) } };
      const { approvals: left, withdrawn, waiting } = approveLines(revised, known, null);
      expect([withdrawn, waiting]).toEqual([1, [revised.phrases[0]]]);
      expect(left).toEqual({ ...known, es: expect.not.objectContaining({ [lineKey(first)]: expect.anything() }) });
      expect(Object.keys(left["es"] ?? {})).toHaveLength(labelLines(language).length - 1);
      const ida = { by: "Ida Moreau", on: "2026-12-02", list: listOf(waiting) };
      expect(approveLines(revised, left, ida).approvals["es"]).toEqual({
        ...approvals.es,
        [lineKey(first)]: {
          by: "Ida Moreau",
          on: "2026-12-02",
          digest: expect.not.stringContaining(lineDigest(first)),
        },
      });
    });
  });

  test("the start reads the approvals", async () => {
    const wrong = JSON.stringify({ es: { "No such line.": approval(first) } });
    expect(await changed("labels/approvals.json", `{ "es": {} }`, wrong)).toMatch(/“No such line\.” isn't as Paz/u);
  });
});

describe("each phrase of each language", async () => {
  const { labels } = await shippedContent();
  test.each(labels.flatMap((language) => language.phrases.map((phrase) => ({ language, ...phrase }))))(
    "“$english”: “$text”",
    ({ language, english, text }) => {
      expect(phraseProblem(language, english, text)).toBeNull();
      // Once is eleven in Spanish, and no patient should have to know which language a number is in.
      expect(text).not.toMatch(/\b(?:once|dos|tres|cuatro|cinco|diez|doce|una? vez)\b/iu);
      expect(text).toMatch(/\.$/u);
    },
  );

  test("is there once for a form", () => {
    for (const { phrases } of labels) {
      const keys = phrases.flatMap(({ english, forms }) => (forms ?? ["every"]).map((form) => `${form}: ${english}`));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test("as shipped, nobody has approved them", () =>
    expect(
      labels.flatMap((each) => [...Object.values(each.frames), ...each.phrases]).map((line) => line.approved),
    ).toEqual(labels.flatMap(labelLines).map(() => null)));
});
