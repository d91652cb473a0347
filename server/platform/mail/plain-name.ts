/** Letters of any script, the marks and joiners they are written with, and what joins the parts of a name. */
const safeName = /^\p{L}[\p{L}\p{M}\u200c-\u200d'’ -]{0,29}$/u;

/** A first name as a mail may repeat it: whatever could be read as a link, an address or an advertisement is none. */
export function safeFirstName(firstname: string | null): string | null {
  const name = firstname?.trim() ?? "";
  return safeName.test(name) ? name : null;
}
