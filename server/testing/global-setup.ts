import { makeTemplate } from "../platform/testing/databases.ts";

export default makeTemplate;
