/** Which pages a browser test opens: `page:/treatment` needs the page of that route, and a spec or page object that names the path needs it. */
import type { Graph, Module } from "./import-graph.ts";

/** Pages outside the routers. */
const framed: Readonly<Record<string, string>> = { "/cart": "app/cart.tsx", "/quiz": "app/quiz.ts" };
/** Specs whose subject is on the marketing site: what it includes. */
const marketing: Readonly<Record<string, readonly string[]>> = {
  "e2e/pages/marketing-site.ts": ["app/cart.tsx", "embed/loader.ts", "embed/widget.ts", "site/static-files.ts"],
};

export function addPageEdges(graph: Graph, modules: ReadonlyMap<string, Module>): void {
  const pages = pageFiles(modules);
  for (const [path, file] of pages) graph.set(`page:${path}`, new Map([[file, "page"]]));
  for (const [file, { text }] of modules) {
    const needs = graph.get(file);
    if (
      !needs ||
      !/^e2e\/(?:[\w-]+\/[\w-]+\.spec|pages\/.*|flows\/[\w-]+|flows\/year\/.*|flows\/conversation\/.*)(?:\.ts)?$/.test(
        file,
      )
    )
      continue;
    for (const path of pages.keys()) if (namesPath(text, path)) needs.set(`page:${path}`, "page");
    for (const each of marketing[file] ?? []) needs.set(each, "page");
  }
}

/** `"/order/…"`, and `${origin}/order/…`; pages of the staff app have further paths below their own, the patients' are pages of their own. */
function namesPath(text: string, path: string): boolean {
  const literal = path.replace(/\/:\w+.*$/, "/").replaceAll(/[.*+?^$()[\]{}|]/g, String.raw`\$&`);
  const end = literal.endsWith("/") ? "" : path.startsWith("/clinic/") ? String.raw`(?![\w-])` : String.raw`(?![\w/-])`;
  return new RegExp(String.raw`["'\`}]${literal}${end}`).test(text);
}

/** The file of the page at each path of both apps. */
export function pageFiles(modules: ReadonlyMap<string, Module>): Map<string, string> {
  const text = (file: string) => modules.get(file)?.text ?? "";
  const chunks = new Map(
    [...text("app/routes/pages.ts").matchAll(/const (\w+) = \(\) => import\("#([^"]+)"\)/g)].map(
      ([, name = "", file = ""]) => [name, file],
    ),
  );
  const pages = new Map(Object.entries(framed).filter(([, file]) => modules.has(file)));
  const routes =
    /Page\(\s*"(\/[^"*]*)",\s*"[^"]*"(?:,\s*"\w+")?,\s*(?:lazyPage\("(\w+)"\)|lazyRoute\(\(\) => import\("#([^"]+)"\))/g;
  for (const [, path = "", chunk = "", direct] of text("app/routes/routes.tsx").matchAll(routes)) {
    const file = direct ?? chunks.get(chunk);
    if (file !== undefined) pages.set(path, file);
  }
  for (const [, path = "", name = ""] of text("clinic/shell/pages.ts").matchAll(/path: "(\/clinic\/(\w+))"/g)) {
    if (modules.has(`clinic/${name}/${name}-page.tsx`)) pages.set(path, `clinic/${name}/${name}-page.tsx`);
  }
  pages.set("/clinic/patients/:id", "clinic/patients/record-page.tsx");
  return pages;
}
