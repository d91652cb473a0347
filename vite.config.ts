import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What sign-in shows travels in one chunk: thirty small files cost more in headers and worse compression. */
const signIn = {
  name: "sign-in",
  priority: 2,
  test: /\/app\/(?:auth\/(?:login-page|use-auth-form|form-errors|email-field|auth-page)|forms\/drafts|shell\/(?:auth-shell|brand-logo|copyright|offline-notice)|ui\/(?:alert|button|cx|field|heading|icons|link|password-field|spinner|status-message|text-field)\.|ui\/illustrations\/(?:auth-garden|parts|geometry|logo-mark))/,
};

export default defineConfig(({ isSsrBuild }) => ({
  root: "app",
  publicDir: "public",
  plugins: [react()],
  build: {
    outDir: "../dist/app",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {}
      : { rolldownOptions: { input: { app: "app/index.html" }, output: { codeSplitting: { groups: [signIn] } } } }),
  },
}));
