/** The quantity a typed text stands for, and a message when that is something else. */
export function parseQuantity(
  typed: string,
  { value, min, max }: { readonly value: number; readonly min: number; readonly max: number },
): { readonly quantity: number; readonly problem: string } {
  const text = typed.trim();
  if (!/^\d+$/.test(text)) return { quantity: value, problem: `Please type a whole number. We left it at ${value}.` };
  const typedQuantity = Number(text);
  if (typedQuantity > max)
    return { quantity: max, problem: `You can order at most ${max} at once, so we set it to ${max}.` };
  if (typedQuantity < min) return { quantity: min, problem: `The smallest number is ${min}, so we set it to ${min}.` };
  return { quantity: typedQuantity, problem: "" };
}
