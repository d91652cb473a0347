/** What other features use of dispensing: what was packed and sent. */
export { dispensingOf } from "./dispensing.ts";
