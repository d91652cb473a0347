import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { staffId } from "#clinic/testing/staff.ts";
import { LetterText } from "./letter-dialog.tsx";
import { currentLetter, letterParagraphs, letterState, mayHaveLetter, replacedText } from "./letter.ts";

const letter = (number: number, text: string | null, misfiled: "reported" | "withdrawn" | null = null) => ({
  ...{ id: staffId(number), text, misfiled },
  doctorname: "Dr. Elena Marsh",
  preparedby: null,
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

  test("with its letterhead, its paragraphs and the doctor who signs, in the order of the document", () => {
    const markup = renderToStaticMarkup(
      <LetterText
        text={"First.\n\nSecond <b>."}
        head={{
          ...{ issuer: "Calendula, P.C.", title: "Medical letter", issuedon: "Nov 25, 2026", closing: "Sincerely," },
          parties: [
            { title: "Patient", lines: ["Maria Okafor", "Date of birth: Mar 9, 1970"] },
            { title: "Practice", lines: ["100 Marigold Lane", "NPI 0000000010"] },
          ],
          signer: { name: "Dr. Elena Marsh", lines: ["MD", "Licensed in Ohio · NPI 0000000001"] },
        }}
      />,
    );
    const parts = [
      ...["Calendula, P.C.", "Nov 25, 2026", "Medical letter", "Maria Okafor", "Mar 9, 1970"],
      ...["100 Marigold Lane", "NPI 0000000010", "<p>First.</p>", "<p>Second &lt;b&gt;.</p>", "Sincerely,"],
      ...["Dr. Elena Marsh", "<p>MD</p>", "Licensed in Ohio · NPI 0000000001"],
    ];
    const places = parts.map((part) => markup.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("it says which letter it replaces, or that the same one was issued already", () => {
    expect(replacedText([], "New.", dayOf)).toBeNull();
    expect(replacedText([letter(2, "Old."), letter(1, "New.")], "New.", dayOf)).toContain("the letter of 2026-11-02");
    expect(replacedText([letter(2, "One.\n\nTwo.")], "One.\n\n\nTwo.\n", dayOf)).toContain(
      "The same letter was issued",
    );
  });

  test("the newest that counts is the patient's, and each says whether they read it", () => {
    const letters = [
      letter(4, null, "withdrawn"),
      letter(3, "Not mine.", "reported"),
      letter(2, "Two."),
      letter(1, "One."),
    ];
    expect(letters.map((each) => letterState(each, currentLetter(letters)))).toEqual([
      ...["withdrawn: it was for another patient", "the patient says it isn’t theirs, and can’t download it"],
      ...["the patient can download it", "replaced by a later one"],
    ]);
    expect(replacedText(letters, "Two.", dayOf)).toContain("The same letter was issued on 2026-11-02");
    expect(replacedText(letters.slice(0, 2), "Two.", dayOf)).toBeNull();
  });

  test("only about somebody whom a doctor has accepted", () => {
    const open = (["none", "incoming", "accepted"] as const).filter((carestatus) => mayHaveLetter({ carestatus }));
    expect(open).toEqual(["accepted"]);
  });
});
