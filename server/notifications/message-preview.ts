/** Spec §9: longer text is cut … */
const maxCharacters = 85;
/** … to this length, plus an ellipsis. */
const previewCharacters = 82;
/** Upper bound of a preview in code units: one character may carry any number of combining accents. */
const maxCodeUnits = 700;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Direction controls would also reorder the text around the preview. */
const bidiControls = /\p{Bidi_Control}/gu;

/**
 * A message's preview for its notification: one line, cut as spec §9 says. Counts graphemes, so that no emoji or accented letter is split;
 * one that exceeds the code unit limit by itself is left out.
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

/** The leading characters that fit into `units` code units. */
function fitIn(all: readonly string[], units: number): string {
  let shown = "";
  for (const character of all) {
    if (shown.length + character.length > units) break;
    shown += character;
  }
  return shown;
}
