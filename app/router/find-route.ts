import { normalizePath } from "#app/browser/urls.ts";

/** Whether `path` matches `pattern`, in which `:name` stands for any one segment. */
function matchesPath(pattern: string, path: string): boolean {
  const patternParts = pattern.split("/");
  const pathParts = normalizePath(path).split("/");
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, at) => part === pathParts[at] || (part.startsWith(":") && pathParts[at] !== ""))
  );
}

export const findRoute = <R extends { readonly path: string }>(routes: readonly R[], path: string): R | null =>
  routes.find((route) => matchesPath(route.path, path)) ?? null;
