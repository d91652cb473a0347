/** One entry of the bundler's manifest. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** Landing pages, with what each one shows first: a module of app/, or a named chunk of vite.config.ts. */
export const landingPages: Readonly<Record<string, readonly string[]>> = {
  "/login": ["sign-in"],
  "/forgot-password": ["sign-in", "auth/password-recovery/forgot-password-page.tsx"],
  "/new-password": ["sign-in", "auth/password-recovery/new-password-page.tsx"],
  "/invitation-code": ["sign-in", "auth/sign-up/invitation-code-page.tsx"],
  "/eligibility": ["sign-in", "sign-up"],
  "/404": ["sign-in", "shell/not-found-page.tsx"],
};

/** Every other page needs the module that knows where the pages' chunks are. */
export const commonModules: readonly string[] = ["routes/pages.ts"];

/** A dashboard page: home and its frame are one chunk; the page may have a further one. */
const dashboardModules = (...modules: readonly string[]) => [
  ...commonModules,
  "dashboard",
  "prefetch-calls",
  "api/load-record.ts",
  ...modules,
];

/** Pages a patient in care opens by URL or reloads; `:id` stands for any one path segment. */
export const dashboardPages: Readonly<Record<string, readonly string[]>> = {
  "/home": dashboardModules(),
  "/treatment": dashboardModules("treatment/plan/plan-page.tsx"),
  "/subscription/:id": dashboardModules("treatment/subscriptions/subscription-page.tsx"),
  "/order/:id": dashboardModules("treatment/order/order-page.tsx"),
  "/messages": dashboardModules("messages/conversations-page.tsx"),
  "/messages/doctor": dashboardModules("messages/doctor-page.tsx"),
  "/messages/patient_services": dashboardModules("messages/patient-services-page.tsx"),
  "/support": dashboardModules("support/help-center/help-center-page.tsx"),
  "/support/:id": dashboardModules("support/help-center/help-center-page.tsx"),
  "/referral": dashboardModules("growth/referral/referral-page.tsx"),
  "/your-account": dashboardModules("account/profile/your-account.tsx"),
  "/account-settings": dashboardModules("account/settings/account-settings.tsx"),
  "/medical-information": dashboardModules("account/medical-information/medical-information.tsx"),
  "/insurance-documents": dashboardModules("documents/uploads/insurance-documents.tsx"),
};

/** The pattern of `pages` that a path matches; `""` if there is none. */
export function pagePatternOf(path: string, pages: { readonly has: (pattern: string) => boolean }): string {
  return [path, path.replace(/(?<=.)\/[^/]+$/, "/:id")].find((pattern) => pages.has(pattern)) ?? "";
}

/**
 * Head tags that fetch a page's chunks together with the entry instead of after it. Chunks the entry already brings are left out.
 * A module missing from the manifest is a mistake, and stops the start.
 */
export function preloadTags(manifest: Manifest, modules: readonly string[]): string {
  const entry = importClosure(manifest, ["index.html"]);
  const chunks = [...importClosure(manifest, modules)]
    .filter((name) => !entry.has(name))
    .map((name) => manifest[name] as Chunk);
  const styles = new Set(chunks.flatMap(({ css }) => css ?? []));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join("");
}

function importClosure(manifest: Manifest, names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const entryName of names) {
    const name =
      entryName in manifest
        ? entryName
        : (Object.keys(manifest).find((key) => manifest[key]?.name === entryName) ?? "");
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk for ${entryName}.`);
    if (seen.has(name)) continue;
    seen.add(name);
    importClosure(manifest, chunk.imports ?? [], seen);
  }
  return seen;
}
