import { Art, Bud, Disc, Leaf, Stem } from "./parts.tsx";

/** Illustration for waiting: an hourglass whose sand is earth, with a seedling growing in it. */
export function GrowingSeed() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={120} r={98} />
      <path
        d="M78 44h84v20c0 28-32 38-32 56s32 28 32 56v20H78v-20c0-28 32-38 32-56S78 92 78 64Z"
        fill="var(--art-paper)"
      />
      <path d="M88 64h64c-2 22-24 34-30 46h-4c-6-12-28-24-30-46Z" fill="var(--art-petal-soft)" stroke="none" />
      <path d="M88 64q16-6 32 0t32 0" />
      <path d="M120 112v4m0 7v.01m0 8v.01" />
      <path d="M78 190c4-14 24-20 42-20s38 6 42 20v6H78Z" fill="var(--art-heart)" stroke="none" opacity="0.85" />
      <path d="M80 188c6-13 24-18 40-18s34 5 40 18" />
      <Stem curve={[120, 172, 121, 160, 119, 148]} />
      <Leaf x={120} y={160} l={24} turn={52} />
      <Leaf x={120} y={163} l={22} turn={-54} flip />
      <Bud x={119} y={148} r={10} turn={-3} />
      <path d="M78 44h84v20c0 28-32 38-32 56s32 28 32 56v20H78v-20c0-28 32-38 32-56S78 92 78 64Z" />
      <rect x="64" y="30" width="112" height="16" rx="8" fill="var(--art-petal)" />
      <rect x="64" y="194" width="112" height="16" rx="8" fill="var(--art-petal)" />
      <Stem curve={[186, 210, 206, 176, 196, 132]} leaves={5} l={24} from={0.2} to={0.95} />
      <Stem curve={[56, 210, 36, 184, 42, 152]} leaves={4} l={20} from={0.25} to={0.95} />
    </Art>
  );
}
