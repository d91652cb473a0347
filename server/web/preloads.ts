/** One entry of the bundler's manifest. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** Pages a newcomer lands on, with what each one shows first: a module of app/, or a named chunk of vite.config.ts. */
export const landingPages: Readonly<Record<string, readonly string[]>> = {
  "/login": ["sign-in"],
  "/forgot-password": ["sign-in", "auth/forgot-password-page.tsx"],
  "/new-password": ["sign-in", "auth/new-password-page.tsx"],
  "/invitation-code": ["sign-in", "auth/invitation-code-page.tsx"],
  "/eligibility": ["sign-in", "sign-up"],
  "/404": ["sign-in", "shell/not-found-page.tsx"],
};

/** Every other page needs what knows where its chunks lie. */
export const laterPages: readonly string[] = ["pages.ts"];

/** A page of the dashboard: home and its frame are one chunk, beside which the page may have its own. */
const inDashboard = (...modules: readonly string[]) => [
  ...laterPages,
  "dashboard",
  "first-calls",
  "router/load-record.ts",
  ...modules,
];

/** Pages a patient in care opens by their address or loads again; `:id` stands for any one part. */
export const dashboardPages: Readonly<Record<string, readonly string[]>> = {
  "/home": inDashboard(),
  "/treatment": inDashboard("treatment/treatment.tsx"),
  "/subscription/:id": inDashboard("treatment/subscription/subscription.tsx"),
  "/order/:id": inDashboard("treatment/order.tsx"),
  "/messages": inDashboard("messages/messages.tsx"),
  "/messages/doctor": inDashboard("messages/doctor.tsx"),
  "/messages/patient_services": inDashboard("messages/patient-services.tsx"),
  "/support": inDashboard("support/support.tsx"),
  "/support/:id": inDashboard("support/support.tsx"),
  "/referral": inDashboard("growth/referral/referral.tsx"),
  "/your-account": inDashboard("account/your-account.tsx"),
  "/account-settings": inDashboard("account/account-settings.tsx"),
  "/medical-information": inDashboard("account/medical-information.tsx"),
  "/insurance-documents": inDashboard("documents/insurance-documents.tsx"),
};

/** The pattern of `pages` that an address is one of; `""` when it is none. */
export function pageOf(path: string, pages: { readonly has: (pattern: string) => boolean }): string {
  return [path, path.replace(/(?<=.)\/[^/]+$/, "/:id")].find((pattern) => pages.has(pattern)) ?? "";
}

/**
 * Head tags that fetch a page's chunks together with the entry instead of after it. What the entry brings is left out.
 * A module the manifest does not know is a mistake here, and stops the start.
 */
export function preloadTags(manifest: Manifest, modules: readonly string[]): string {
  const entry = closure(manifest, ["index.html"]);
  const chunks = [...closure(manifest, modules)]
    .filter((name) => !entry.has(name))
    .map((name) => manifest[name] as Chunk);
  const styles = new Set(chunks.flatMap(({ css }) => css ?? []));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join("");
}

function closure(manifest: Manifest, names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const wanted of names) {
    const name =
      wanted in manifest ? wanted : (Object.keys(manifest).find((key) => manifest[key]?.name === wanted) ?? "");
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk for ${wanted}.`);
    if (seen.has(name)) continue;
    seen.add(name);
    closure(manifest, chunk.imports ?? [], seen);
  }
  return seen;
}
