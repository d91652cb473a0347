/** What other features use of dispensing: what was packed and sent. */
export { dispensingOf } from "./dispensing.ts";
/** And what a label says beside English. */
export { type LabelBeside, labelInLanguage, labelLanguageOf } from "./label-language.ts";
