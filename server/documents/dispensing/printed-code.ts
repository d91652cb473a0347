import { encode } from "uqr";
import type { PdfWriter } from "../pdf/pdf-writer.ts";

/** A square of a code is so many dots of a thermal printer, which prints 203 to an inch: whole dots have sharp edges. */
const dots = 5;
const square = (dots * 72) / 203;
/** White around it, squares. */
const quiet = 4;
/** Of the smallest code, which holds sixteen characters with a quarter of it damaged: 21 squares. */
const squares = 21;

/** Points that a code takes up with the white around it. */
export const codeSize = square * (squares + 2 * quiet);

/** Draws a code of up to sixteen capitals and digits. It isn't read out: the label says the same in words. */
export function drawCode({ doc, drawArtifact }: PdfWriter, text: string, x: number, y: number): void {
  const { data } = encode(text, { ecc: "Q", border: quiet });
  drawArtifact(() => {
    // A thermal printer has no shades.
    doc.fillColor("black");
    data.forEach((row, line) =>
      row.forEach((dark, column) => {
        if (dark) doc.rect(x + column * square, y + line * square, square, square);
      }),
    );
    doc.fill();
  });
}
