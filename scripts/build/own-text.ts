import { join } from "node:path";
import type { Plugin } from "vite";

/** The JSX runtime of the apps, which wraps React's own. */
const runtime = join(import.meta.dirname, "../../app/browser/jsx-runtime.ts");

/** Has all code, libraries too, make its elements by `app/browser/jsx-runtime.ts`. */
export const ownText: Plugin = {
  name: "own-text",
  enforce: "pre",
  resolveId: (source, importer) => (source === "react/jsx-runtime" && importer !== runtime ? runtime : null),
};
