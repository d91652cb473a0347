import { plainPath } from "./paths.ts";

/** Whether `path` is one of `pattern`, in which `:name` stands for any one part. */
function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = plainPath(path).split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || (part.startsWith(":") && given[at] !== ""))
  );
}

export const findRoute = <R extends { readonly path: string }>(routes: readonly R[], path: string): R | null =>
  routes.find((route) => matchesPath(route.path, path)) ?? null;
