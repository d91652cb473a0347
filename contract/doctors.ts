import * as z from "zod/mini";

export const Doctor = z.object({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  name: z.string(),
  credentials: z.string(),
  bio: z.string(),
  profileUrl: z.string(),
});
export type Doctor = z.output<typeof Doctor>;
