/** Spec §9: a text longer than this is cut … */
const maxCharacters = 85;
/** … to this much of it, and an ellipsis. */
const previewCharacters = 82;
/** A character may be a letter and any number of accents: no preview is longer than this, in code units. */
const maxCodeUnits = 700;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Direction controls turn around what stands beside the preview. */
const bidiControls = /\p{Bidi_Control}/gu;

/**
 * What the bell shows of a message: one line, cut as spec §9 says. Counts characters as a reader does, so that neither a picture nor a
 * letter with its accent is cut in half; of one that is endless, nothing is shown.
 */
export function messagePreview(text: string): string {
  const line = text
    .replace(bidiControls, "")
    .trim()
    .replace(/\s*[\n\r\u2028\u2029]\s*/g, " ");
  const all = Array.from(characters.segment(line), ({ segment }) => segment);
  if (all.length <= maxCharacters && line.length <= maxCodeUnits) return line;
  return `${fitIn(all.slice(0, previewCharacters), maxCodeUnits - 1)}…`;
}

/** As many of the characters, from the first on, as there is room for. */
function fitIn(all: readonly string[], units: number): string {
  let shown = "";
  for (const character of all) {
    if (shown.length + character.length > units) break;
    shown += character;
  }
  return shown;
}
