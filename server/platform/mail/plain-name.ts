/** Letters of any script with their marks and joiners, and characters that join the parts of a name. */
const safeName = /^\p{L}[\p{L}\p{M}\u200c-\u200d'’ -]{0,29}$/u;

/** A first name that is safe to repeat in a mail; null for anything that could be read as a link, an address or an advertisement. */
export function safeFirstName(firstname: string | null): string | null {
  const name = firstname?.trim() ?? "";
  return safeName.test(name) ? name : null;
}
