/** Phrases nobody says aloud, each with what to write in place of it. See content/VOICE.md. */
const stilted: readonly [phrase: RegExp, instead: string][] = [
  [/\b(?:is|are|was|were|do|does|did|has|have|had|would|could|should|will) not\b|\bcannot\b/i, "isn't, don't, can't"],
  [/\b(?:I|you|we|they) will\b|\b(?:I|you|we) would\b/i, "I'll, you'd"],
  [/(?<!\b(?:where|who) )\b(?:I am|we are|they are|you are)\b(?! or may\b)(?=\s+\w)/i, "I'm, you're"],
  [/(?<!\bas )\b(?:it|that|there|what) is\b(?! it\b)(?=\s+\w)/i, "it's, there's"],
  [/\bby (?:itself|themselves|ourselves)\b/i, "on its own, automatically"],
  [/\byou find (?:it|them|that|this|a link)\b/i, "you'll find"],
  [
    /\bwe (?:write to you|send you|tell you|show you|try again|try it|give you|let you know)\b/i,
    "we'll email you: promises are in the future",
  ],
  [
    /\bnothing (?:more )?(?:is|was) (?:charged|sent)\b|\b(?:is|are) charged (?:and sent|for it)\b/i,
    "you won't be charged: who does what",
  ],
  [/\bwrite to (?:us|your doctor)\b/i, "contact us, message your doctor"],
  [/\b(?:a|an|any|each|last|next|one|our|short|the|this|your) mails?\b|\bmails\b/i, "email"],
  [/\bworking days?\b/i, "business day"],
  [/\bparcels?\b/i, "package"],
  [/\bmeanwhile\b|\bin the meantime\b/i, "while we do, until then"],
  [/\bgo(?:es)? on\b(?! (?:a|the|your|vacation)\b)/i, "continue, keep going"],
  [/\bonce more\b|\bmost often\b|\bsince when\b|\bin a short time\b/i, "continue, again, usually, how long"],
  [
    /\bin peace\b|\blook it over\b|\bnext try\b|\bwhat is new\b|\bruns in your blood\b/i,
    "say it the way you'd say it aloud",
  ],
  [/\btick(?:s|ed|ing)?\b/i, "check the box"],
  [/\btak(?:e|ing) (?:it|this|that|them|one) back\b/i, "undo it, withdraw it, change your mind"],
  [/\b(?:each|every) next\b/i, "each new one"],
  [/\bstraight away\b/i, "right away"],
  [
    /\b(?:fortnight|whilst|amongst|chemist|surname|postcode|post code|mobile phone|diary|ring us|at the weekend|in hospital|have got|shan't)\b/i,
    "the US word",
  ],
  [/\b(?:the one|those) there (?:is|are)\b|\bthat there (?:is|are)\b/i, "say it the way you'd say it aloud"],
  [/\b(?:shall|whom|seldom|need not|unwell|at any hour)\b/i, "a plainer word"],
  [
    /\bcancell(?:ed|ing)\b|\b(?:colour|favour|centre|organise|recognise|apologise|realise|programme|grey|learnt)\w*/i,
    "US spelling",
  ],
];

/** What in a text isn't plain spoken US English, and what to write in place of it. */
export function stiltedPhrases(text: string): string[] {
  return stilted.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text.replaceAll("’", "'"))?.[0];
    return found === undefined ? [] : [`“${found}” → ${instead}`];
  });
}
