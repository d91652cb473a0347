import { settings } from "#app/settings.ts";

const year = new Date().getFullYear();

export function Copyright() {
  const { name, practice } = settings.brand;
  return (
    <span>
      © {year} {practice.name || name}
    </span>
  );
}
