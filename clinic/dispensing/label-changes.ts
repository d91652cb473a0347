import type { LabelPart } from "#contract/care/packed-lines.ts";
import { formatList } from "#contract/fields/formats.ts";

const partNames: Readonly<Record<LabelPart, string>> = {
  patient: "the patient’s name or birthday",
  prescription: "the prescription",
  directions: "the directions",
  start: "the day it begins",
  cap: "the cap",
  type: "the size of the type",
  language: "the language",
};

/** What of a label is another than when its box was packed or verified, in words. */
export const labelChangeText = (changed: readonly LabelPart[]): string =>
  formatList(changed.map((part) => partNames[part]));

/** Which cap is to be on what was packed before that changed. */
export const capText = (changed: readonly LabelPart[], easyopen: string | null): string | null =>
  !changed.includes("cap")
    ? null
    : easyopen === null
      ? "The cap has to be child-resistant now: nobody asks for another one any more."
      : "The cap may be easy to open now.";
