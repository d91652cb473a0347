import { Stack } from "#app/ui/layout/stack.tsx";
import type { MedicineAdvice } from "#contract/emergency/emergency.ts";
import { EmergencyText } from "./emergency-text.tsx";
import css from "./medicine-at-home.module.css";

/** What to do with each medicine a patient has at home, shown below the reasons against it; `level` fits its heading into those. */
export function MedicineAtHome({
  athome = [],
  level,
}: {
  athome?: readonly MedicineAdvice[] | undefined;
  level: 2 | 3;
}) {
  if (athome.length === 0) return null;
  const Title = `h${level}` as const;
  return (
    <Stack gap={3} className={css["home"]}>
      <Title className={css["subtitle"]}>The medicine you have at home</Title>
      <Stack as="ul" gap={4} className={css["list"]}>
        {athome.map(({ names, text }) => (
          <li key={text}>
            <strong>{names.join(" and ")}</strong>
            <span>
              <EmergencyText>{text}</EmergencyText>
            </span>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
