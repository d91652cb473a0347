/** What is missing of the fields beside a decision, by field; the server has the last word. */

/** A number of refills that can't be sent; left empty, it's the server's. */
export const missingRefills = (typed: string): { refills?: string } =>
  /^(?:|\d|1[0-2])$/.test(typed.trim()) ? {} : { refills: "Enter a number from 0 to 12, or nothing." };

/** The reason for going against a warning. */
export const missingOverride = (reason: string): { overridereason?: string } =>
  reason.trim() === "" ? { overridereason: "Please say why you prescribe it all the same." } : {};
