/** Verifies a restored database: opens values of every sealed column with SECRETS_KEY and reads every file the database refers to. `npm run restore-check` */
import { runTask, proveRestore } from "./installation.ts";

await runTask(() => proveRestore(process.env));
