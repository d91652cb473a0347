/** What other features use of dispensing: what was packed and sent. */
export { dispensingOf } from "./dispensing.ts";
/** Why nothing of it may leave, while all of its money is going back. */
export { waitsForRefund } from "./order-to-send.ts";
/** And what a label is printed from, and says beside English. */
export { dayToStart, isVerified, labelDigests, labelSources } from "./label-parts.ts";
export { type LabelBeside, labelInLanguage, labelLanguageOf } from "./label-language.ts";
