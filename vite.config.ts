import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { createHomeChunks } from "./scripts/build/home-chunks.ts";

/** What sign-in shows travels in one chunk, React and all: thirty small files cost more in headers, names and worse compression. */
const signIn = {
  name: "sign-in",
  priority: 2,
  test: /\/react-dom\/|\/app\/(?:early|page-start|growth\/(?:promo\/codes|tracking\/start-tracking)|router\/(?:links|one-time-token-address|screen|scroll)|ui\/(?:tokens|base)|auth\/(?:login-page|use-auth-form|form-errors|email-field|auth-page|invitation\.)|forms\/drafts|shell\/(?:auth-shell|brand-logo|copyright|offline-notice)|ui\/(?:alert|button|cx|field|heading|icons|link|password-field|spinner|status-message|text-field)\.|ui\/illustrations\/(?:auth-garden|parts|geometry|logo-mark))/,
};

/** So does what a newcomer to the visit sees: her account, without anything of the visit itself. */
const signUp = {
  name: "sign-up",
  priority: 1,
  includeDependenciesRecursively: false,
  test: /\/app\/(?:auth\/sign-up-(?:form|fields)|onboarding\/(?:onboarding-shell|eligibility|eligibility-form|places)|ui\/checkbox)\./,
};

/** Home and its frame, which are asked for while the form is filled in. */
const home = { name: createHomeChunks(), debugName: "home", includeDependenciesRecursively: false };

/** What a call is for is said in the API document, and no browser reads it. */
const withoutSummaries: Plugin = {
  name: "calls-without-summaries",
  enforce: "pre",
  transform: (code, id) =>
    /\/contract\/[^?]*\.ts$/.test(id) ? code.replace(/^( *)summary:\s*"(?:[^"\\]|\\.)*",$/gm, "") : null,
};

/** Sign-in carries the names of all chunks, whose hashes do not compress: 42 bits tell two builds of a chunk apart. */
const names = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

/** Each framed page is built by itself (`--mode cart`), so that it carries nothing it does not show. */
const framed: Readonly<Record<string, string>> = { cart: "app/cart.html", quiz: "app/quiz.html" };

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: "app",
  publicDir: "public",
  plugins: [withoutSummaries, react()],
  // A stand-in for what React has itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" }] },
  build: {
    outDir: "../dist/app",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    // Where a browser knows no modulepreload the chunks come a little later.
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: framed[mode] ? { [mode]: framed[mode] } : { app: "app/index.html" },
            output: framed[mode] ? names : { ...names, codeSplitting: { groups: [signIn, signUp, home] } },
            // Pages of the shared chunk have a route of their own all the same.
            checks: { ineffectiveDynamicImport: false },
          },
        }),
  },
}));
