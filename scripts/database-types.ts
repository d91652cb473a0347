import { writeFileSync } from "node:fs";
import { generateTableTypes } from "#server/platform/database/generate-table-types.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openEmbedded } from "#server/platform/database/open.ts";

const database = await openEmbedded(null);
await migrate(database);
writeFileSync(new URL("../server/platform/database/tables.ts", import.meta.url), await generateTableTypes(database.db));
await database.close();
