/** Proves a restored database: opens values of every sealed column with SECRETS_KEY and reads the newest files. `npm run restore-check` */
import { orOneLine, proof } from "./installation.ts";

await orOneLine(() => proof(process.env));
