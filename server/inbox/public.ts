/** What other features use of the inbox: whether something of a patient waits. */
export { opensRecord } from "./of-kind.ts";
