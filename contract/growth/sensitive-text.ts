/**
 * What no address, campaign or id of ours may contain: words for conditions, symptoms, body parts and medicines, and personal data.
 */

/** Stems of such words; those that are parts of other words match only whole words. */
export const healthWords =
  /menopaus|hormon|estrogen|estradiol|estriol|progest|testost|vagin|vulv|libido|arous|flash|flush|sweat|incontin|bladder|osteopor|bone|cancer|tumou?r|meningiom|hyperplas|chemo|depress|anxi|suicid|self.?harm|harm.?self|mood|insomni|sleep|tretinoin|sildenafil|minoxidil|riociguat|nitrate|porphyr|(?:hair|weight|memory).?loss|thin.?hair|hair.?thin|symptom|diagnos|disease|disorder|prescri|medic|migrain|headache|seizure|epilep|pregnan|nursing|trying.?to.?conceive|fertil|miscarr|abort|contracept|menstru|ovar|ovula|uterus|uterine|endometri|fibroid|hysterec|ablation|mammo|breast|biops|blood|clot(?!h)|thromb|embol|stroke|heart|angioedem|diabet|thyroid|lupus|kidney|gallbladder|triglycer|cholest|calcium|surgery|allerg|smok|alcohol|wort|dryness|dry.?(?:skin|eye)|itch|breathless|fatigue|low.?(?:energy|desire)|intima|foggy|brain.?fog|desire|bloat|upset.?stomach|side.?effect|dark.?thought|magnesium|vitamin|moisturi[sz]|short.?fuse|worry|obes|weight|belly|joint|bleed|pain(?!t)|(?<![a-z])(?:hrt|sex|sexual|uti|meno|peri|bp|pap|pms|pcos|ssri|hiv|std|iud|clot|liver|lung|gene|periods?|pills?|rash|ach(?:es?|ing)|urin(?:e|ary))(?![a-z])/i;

/** A North American phone number, also between other words. */
const phone = /(?<!\d)(?:\+?1[\s.-]?)?\(?[2-9]\d{2}\)?[\s.-]?[2-9]\d{2}[\s.-]?\d{4}(?!\d)/;
/** A social security number as usually written. */
const ssn = /(?<!\d)\d{3}[\s.-]\d{2}[\s.-]\d{4}(?!\d)/;
/** A date of birth: in a year no campaign is from, or short with slashes. */
const birthday =
  /(?<!\d)(?:(?:19\d\d|200\d|201[0-5])([\s./_-]?)(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|\d{1,2}([\s./_-])\d{1,2}\2(?:19\d\d|200\d|201[0-5])|\d{1,2}\/\d{1,2}\/\d\d)(?!\d)/;
/** Numbers that identify a person. */
export const personalNumbers = [phone, ssn, birthday] as const;

/** No campaign has more layers of percent-encoding than this. */
const maxEncodingLayers = 4;

/** A text with its encodings removed; null where layers remain, or the result is malformed. */
function decodedText(text: string): string | null {
  let plain = text;
  for (let layer = 0; layer < maxEncodingLayers; layer += 1) {
    let next = plain;
    try {
      next = decodeURIComponent(plain);
    } catch {
      // A literal percent sign.
    }
    if (next === plain) return /%[\da-f]{2}/i.test(plain) || /\p{Cs}/u.test(plain) ? null : plain.normalize("NFKC");
    plain = next;
  }
  return null;
}

/** Whether a text may be about a person or their health, however it is encoded. */
export function isSensitiveText(text: string): boolean {
  const plain = decodedText(text);
  if (plain === null) return true;
  return plain.includes("@") || healthWords.test(plain) || personalNumbers.some((pattern) => pattern.test(plain));
}
