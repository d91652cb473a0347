/** What other features use of dispensing: what was packed and sent. */
export { dispensingOf } from "./dispensing.ts";
/** Why nothing of it may leave, while all of its money is going back. */
export { waitsForRefund } from "./order-to-send.ts";
/** And what a label says beside English. */
export { type LabelBeside, labelInLanguage, labelLanguageOf } from "./label-language.ts";
