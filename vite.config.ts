import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "app",
  publicDir: "public",
  plugins: [react()],
  build: {
    outDir: "../dist/app",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: { input: { app: "app/index.html" } },
  },
});
