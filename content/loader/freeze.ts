/** Freezes a value to its leaves; the words of a set stay as they are. */
export function deepFreeze<T extends object>(value: T): T {
  if (value instanceof Set) return value;
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
