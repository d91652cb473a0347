/** What other features use of dispensing: what was packed and sent. */
export { dispensingOf } from "./dispensing.ts";
/** And what a label says beside English. */
export { type LabelBeside, type LabeledMedicine, labelInLanguage, labelLanguageOf } from "./label-language.ts";
