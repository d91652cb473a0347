/**
 * For tests in a document: React for development takes a stack trace of each element it makes, to name its owner in a warning. That is about a fifth of what
 * these tests cost, and no test reads it. React has no switch for it: it stops by itself after ten thousand elements a second, as it does here from the
 * first, and makes no tasks for a debugger where the console has none. Warnings themselves, with their components, stay.
 */
Reflect.deleteProperty(console, "createTask");

// After the line above: React looks for it as it's loaded.
const react: object = await import("react");
const internals: unknown = Reflect.get(react, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
if (typeof internals !== "object" || internals === null || !("recentlyCreatedOwnerStacks" in internals))
  throw new Error("React counts its stack traces elsewhere: see what takes the place of recentlyCreatedOwnerStacks");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set: () => {},
  configurable: true,
});

export {};
