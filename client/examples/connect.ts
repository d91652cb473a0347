import { createClinicClient } from "@calendula/clinic-client";

const { CALENDULA_URL = "", API_KEY = "" } = process.env;
export const clinic = createClinicClient({ url: CALENDULA_URL, apiKey: API_KEY });
