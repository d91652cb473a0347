import { makeTemplate } from "#server/platform/testing/databases.ts";

export default makeTemplate;
