import { createContext, useContext } from "react";
import { settings } from "#app/settings.ts";
import { datesIn } from "./dates.ts";

/** The time zone that the days of a page are in, an IANA name: the patient's where one is known, else the practice's. */
export const TimezoneContext = createContext(settings.brand.timezone);

/** Moments as days where the patient is. */
export const useDates = () => datesIn(useContext(TimezoneContext));
export type Dates = ReturnType<typeof useDates>;
