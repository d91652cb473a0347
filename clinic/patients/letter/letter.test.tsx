import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { staffId } from "#clinic/testing/staff.ts";
import { LetterText } from "./letter-dialog.tsx";
import { letterParagraphs, mayHaveLetter, replacedText } from "./letter.ts";

const letter = (number: number, text: string) => ({
  id: staffId(number),
  text,
  doctorname: "Dr. Elena Marsh",
  issuedat: `2026-11-0${number}T12:00:00Z`,
});
const dayOf = (moment: string) => moment.slice(0, 10);

describe("decisions §12 a medical letter is read as it will be before it's issued", () => {
  test("a blank line begins a paragraph, and a single line break doesn't", () => {
    expect(letterParagraphs("  To whom\nit concerns:\n\n \n\nShe is well.\n")).toEqual([
      "To whom\nit concerns:",
      "She is well.",
    ]);
  });

  test("with its paragraphs, the doctor who signs and the day", () => {
    const markup = renderToStaticMarkup(
      <LetterText text={"First.\n\nSecond <b>."} doctor="Elena Marsh, MD" issuedOn="November 25, 2026" />,
    );
    for (const part of ["<p>First.</p>", "<p>Second &lt;b&gt;.</p>", "Elena Marsh, MD", "November 25, 2026"])
      expect(markup).toContain(part);
  });

  test("it says which letter it replaces, or that the same one was issued already", () => {
    expect(replacedText([], "New.", dayOf)).toBeNull();
    expect(replacedText([letter(2, "Old."), letter(1, "New.")], "New.", dayOf)).toContain("the letter of 2026-11-02");
    expect(replacedText([letter(2, "One.\n\nTwo.")], "One.\n\n\nTwo.\n", dayOf)).toContain(
      "The same letter was issued",
    );
  });

  test("only about somebody whom a doctor has accepted", () => {
    const open = (["none", "incoming", "accepted"] as const).filter((carestatus) => mayHaveLetter({ carestatus }));
    expect(open).toEqual(["accepted"]);
  });
});
