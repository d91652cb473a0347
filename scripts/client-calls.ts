import { writeFileSync } from "node:fs";
import { generateClientCalls } from "./build/generate-client-calls.ts";

writeFileSync(new URL("../client/src/calls.ts", import.meta.url), generateClientCalls());
