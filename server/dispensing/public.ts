/** What other features use of dispensing: what was packed and sent. */
export { dispensingOf } from "./dispensing.ts";
/** And what a label is printed from, and says beside English. */
export { dayToStart, isVerified, labelDigests, labelSources } from "./label-parts.ts";
export { type LabelBeside, labelInLanguage, labelLanguageOf } from "./label-language.ts";
