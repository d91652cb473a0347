import { buildApp } from "./build.ts";
import { buildWhenStale } from "./fresh.ts";

console.log((await buildWhenStale(() => buildApp())) ? "Built." : "The build is current.");
