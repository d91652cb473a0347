/** Freezes a value deeply; the members of a set stay changeable. */
export function deepFreeze<T extends object>(value: T): T {
  if (value instanceof Set) return value;
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
