/** An experiment as both sides know it: its variants and their shares. */
export interface ExperimentShares {
  readonly name: string;
  readonly variants: readonly { readonly name: string; readonly weight: number }[];
}

/** FNV-1a, 32 bits: uniform enough to assign visitors, and the same number in the browser and on the server. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  // Otherwise neighbouring ids would get neighbouring values.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

/** The variant of one subject: the same for ever, in proportion to the weights. */
export function variantOf({ name, variants }: ExperimentShares, subject: string): string {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let position = hash(`${name}:${subject}`) % total;
  for (const variant of variants) {
    if (position < variant.weight) return variant.name;
    position -= variant.weight;
  }
  return variants[0]?.name ?? "";
}
