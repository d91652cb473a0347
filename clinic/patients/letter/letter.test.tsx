import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { bareRecord } from "#clinic/testing/patients.ts";
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

  test("with its letterhead, its paragraphs and the doctor who signs, in the order of the document", () => {
    const address = { address1: "1 Elm Street", address2: null, city: "Columbus", state: "OH", zipcode: "43215" };
    const markup = renderToStaticMarkup(
      <LetterText
        text={"First.\n\nSecond <b>."}
        doctor="Elena Marsh, MD"
        issuedOn="November 25, 2026"
        patient={bareRecord({
          ...{ firstname: "Maria", lastname: "Okafor", birthday: "1970-03-09", phoneno: "555-234-5678" },
          shippingaddress: {
            ...{ id: staffId(9), firstname: "Maria", lastname: "Okafor", country: "US", phoneno: null, default: true },
            ...address,
          },
        })}
        practice={{
          ...{
            name: "Calendula, P.C.",
            address1: "100 Marigold Lane",
            city: "Des Moines",
            state: "IA",
            zipcode: "50309",
          },
          phone: "555-010-0143",
        }}
      />,
    );
    const parts = [
      ...["Calendula, P.C.", "November 25, 2026", "Medical letter"],
      ...["Maria Okafor", "March 9, 1970", "1 Elm Street", "Columbus, OH 43215", "555-234-5678"],
      ...["100 Marigold Lane", "555-010-0143", "<p>First.</p>", "<p>Second &lt;b&gt;.</p>", "Sincerely,"],
      "Elena Marsh, MD",
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

  test("only about somebody whom a doctor has accepted", () => {
    const open = (["none", "incoming", "accepted"] as const).filter((carestatus) => mayHaveLetter({ carestatus }));
    expect(open).toEqual(["accepted"]);
  });
});
