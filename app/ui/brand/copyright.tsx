import { settings } from "#app/settings.ts";

// oxlint-disable-next-line formats/day-has-zone -- a year that nothing is counted in
const year = new Date().getFullYear();

export function Copyright() {
  const { name, practice } = settings.brand;
  return (
    <span>
      © {year} {practice.name || name}
    </span>
  );
}
