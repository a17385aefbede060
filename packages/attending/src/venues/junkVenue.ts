/** A pattern of texts that name no place, with the reason in a word or two. */
interface JunkRule {
  readonly reason: string
  readonly pattern: RegExp
}

const anyOf = (...patterns: ReadonlyArray<string>) => patterns.join("|")

const words = (...patterns: ReadonlyArray<string>) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf(...patterns)})(?![\\p{L}\\p{N}])`, "iu")

const months =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"

const streetTypes =
  "(?:street|st|avenue|ave?|road|rd|boulevard|blvd|drive|dr|lane|ln|way|place|pl|court|ct|highway|hwy|parkway|pkwy|terrace|circle|plaza|square|pike|trail|loop|alley|mews|broadway|crescent|quay)"

const markup: ReadonlyArray<JunkRule> = [
  {
    reason: "markup",
    pattern:
      /<\/?[a-z!][^<]*>?|&(?:[a-z]+|#\d+);|\{\{|\}\}|\{%|\[(?:image|cid)\b|\bcid:|=[0-9A-F]{2}\b|\*\*|__|\]\(|[{}]/i,
  },
  {
    reason: "an address on the web",
    pattern: /https?:|www\.|\w@\w+[\w.-]*\.\w|^\S+\.(?:com|org|net)\b\S*$|\.(?:com|org|net)\//i,
  },
  { reason: "several lines", pattern: /[\n\r\t]/ },
]

const shape: ReadonlyArray<JunkRule> = [
  { reason: "without a name", pattern: /^(?!\d{3,4}$)[^\p{L}]*$/u },
  { reason: "a piece of a list or of a label", pattern: /^[-–—*•·>|:,;.)\]]|[:;,|>–—-]$/u },
  { reason: "a question or an exclamation", pattern: /\s\S*[!?]["”')]*$/u },
  // A short word with a capital is an abbreviation: Ctr., St., Inc., D.C.
  { reason: "a sentence", pattern: /(?<!(?:^|[\s.])\p{Lu}\p{Ll}{0,3})\.["”')]*$/u },
  { reason: "several sentences", pattern: /\p{Ll}{3,}[.!?]\s+\p{Lu}\p{L}*\s+\p{Ll}/u },
  {
    reason: "the middle of a sentence",
    pattern:
      /^(?:at|on|in|for|with|from|to|by|and|or|if|when|where|this|that|these|is|are|will|was|has|have|you|your|we|our|it|as|please|not|no later)\s/,
  },
  {
    reason: "a sentence",
    pattern: words(
      "(?:if|when|once|after|before|because|while) (?:you|your|we|the)",
      "(?:you|we) (?:will|can|cannot|must|may|have|are|need|should|received?|look)",
      "you['’](?:re|ll|ve)|we['’](?:re|ll|ve)",
      "(?:for )?more information",
      "(?:will|must|can|should|may) (?:be|not|have)",
      "(?:is|are) (?:required|available|subject|not|valid|strictly|non)",
    ),
  },
]

// The Loyal Order of Moose has lodges, the Marching Orders is a pub, and many a Transfer Station a stage.
const notOfAHouse =
  "(?! (?:station|company|beach|building|room|hall|lodge|pub|bar|club|tavern|house|theat(?:er|re)))"

const ticketing: JunkRule = {
  reason: "about tickets",
  pattern: words(
    `(?<!golden )e?-?tickets?|e?-?ticketing|ticketed|ticketholders?|ticketmaster|eventbrite`,
    `orders?(?! of)${notOfAHouse}|ordered|transfer(?:s|red|ring)?${notOfAHouse}|delivery${notOfAHouse}|delivered`,
    "(?:non-?)?refund(?:s|ed|able)?|sales? (?:are )?final|will[- ]call|box office|receipts?|invoices?|sub-?total",
    "(?:your|this|after|of|to) purchase|purchased|payments?|quantity|qty|fees|prices?:|promo code|vouchers?",
    "confirmation|booking (?:ref(?:erence)?|number|id|code)|reservation (?:number|code|id)|(?:scan|your|the) bar-?codes?|qr code|pdf",
    "do not reply|don['’]t reply|no-?reply|unsubscribe|customer (?:service|support|care)|contact us|help cent(?:er|re)|faqs?",
    "terms (?:and|&|of) \\w+|privacy policy|all rights reserved|copyright|cancell?ation policy",
    "(?:view|open) (?:in|on|this|your|the|map|details|event|online|mobile)|click|tap (?:here|to)|download|log ?in|sign in",
    "add to (?:calendar|wallet|apple|google)|get directions|learn more|find out|see (?:you|attached|below)|manage your",
    "doors?:? (?:open|at|\\d)|gates?:? open|show ?time|(?:mobile|general|re)[- ](?:entry|admission)|admit one|valid id|photo id",
    "sent from my|forwarded message|rain or shine|please|thank you|thanks|(?:hi|hello|dear) (?:there|customer|fan|guest|friend)s?|regards|sincerely|enjoy (?:the|your)|subject to",
    "your (?:account|booking|confirmation|email|event|friends|mobile|name|phone|seats?|visit|app)",
    "(?:mobile|the) app|smart ?phone|print(?:ed)? (?:at|your|this|out)|print-at-home|e-?mail",
    "event (?:details|info(?:rmation)?|date|time|name)|date (?:and|&) time|parking (?:pass|info(?:rmation)?|details|available)",
    // The same in other languages.
    "eintrittskarten?|bestellung|bestellnummer|rückerstattung|buchungsnummer|bitte|e-?billets?|commande|remboursement",
    "merci (?:de|pour)|veuillez|entradas|pedido|reembolso|boletos?|biglietti?|rimborso|ingressos?|gracias por|grazie per",
  ),
}

const seating: JunkRule = {
  reason: "a seat",
  pattern:
    /\b(?:seats?|sect?(?:ion)?|row)\s*[:#]?\s*\w{1,4}\b.*\b(?:row|seats?)\b|\bseats?\s*[:#]?\s*\d|\bsection\s*[:#]?\s*\d{2,}|^(?:row|gate|door|level)\s+\w{1,2}$|^ga(?: \w+)?$|^(?:balcony|mezzanine|orchestra|standing(?: room)?(?: only)?)$/i,
}

const numbers: ReadonlyArray<JunkRule> = [
  { reason: "an amount of money", pattern: /[$€£¥]\s?\d|\d\s?[€£]|\b(?:USD|EUR|GBP)\s?\d/ },
  { reason: "a telephone number", pattern: /\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|^\+\d[\d\s().-]{7,}$/ },
  {
    reason: "a date or a time",
    pattern: new RegExp(
      anyOf(
        "\\b\\d{1,2}(?::\\d{2})?\\s?[ap]\\.?m\\b",
        "^\\d{1,2}[:.]\\d{2}(?:\\s*(?:uhr|h|hrs?))?$",
        "\\b\\d{4}-\\d{2}-\\d{2}\\b",
        "\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b",
        `\\b${months}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}\\b`,
        `\\b\\d{1,2}\\.? ${months}\\.? \\d{4}\\b`,
        `^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? (?:${months}\\b|\\d)`,
        `^${months}\\.? \\d{1,2}(?:st|nd|rd|th)?$`,
      ),
      "i",
    ),
  },
  {
    reason: "a street address",
    pattern: new RegExp(
      anyOf(
        // 1250 1st Ave S, Springfield
        `^\\d+[a-z]?(?:-\\d+)?\\s+(?:[\\p{L}\\d.'’]+\\s+){1,4}${streetTypes}\\b\\.?(?:\\s+(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\\b\\.?)?(?:\\s*(?:,|#|suite|ste|apt|unit|floor).*)?$`,
        `^\\d+\\s+broadway\\b(?:,.*)?$`,
        // Musterstraße 12, 10115 Berlin
        "^(?:\\p{L}+[\\s-])*\\p{L}*(?:straße|strasse|str\\.?|gasse|platz|weg|allee|damm|ufer|straat|gracht|gatan|vej)\\s+\\d+\\s?[a-z]?(?:,.*)?$",
        // 12 bis rue de la Paix; Via Roma 12; Calle Mayor, 5
        "^\\d+\\s?(?:bis|ter)?,?\\s+(?:rue|avenue|boulevard|bd|quai|place|allée|cours)\\s",
        "^(?:rue|via|viale|corso|piazza|calle|avenida|av\\.|carrer|rua|paseo|ulica|ul\\.)\\s+\\D+,?\\s+(?:n[.º°]?\\s?)?\\d+[a-z]?(?:,.*)?$",
        "^p\\.?\\s?o\\.? box\\b",
      ),
      "iu",
    ),
  },
  {
    reason: "a town and its postal code",
    pattern: /^[\p{L}\s.'-]+,\s*[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?(?:,.*)?$|^\d{5}\s+\p{L}+$/u,
  },
]

const nothing: JunkRule = {
  reason: "no place at all",
  pattern:
    /^(?:t\.?b\.?[dac]\.?|to be (?:announced|determined|confirmed)|n\/?a|none|null|undefined|venue|location|address|where|when|map|directions|online(?: event)?|virtual(?: event)?|livestream|unknown|various|image|logo|untitled|doors|stubhub|seatgeek|all ages|\d{2}\s?\+|\d{2} (?:and|&) (?:over|up))$|^(?:subject|from|to|date|when|where|venue|location|address|time|event|seats?|note|doors)\s*:/i,
}

const junkRules: ReadonlyArray<JunkRule> = [...markup, nothing, ticketing, seating, ...numbers, ...shape]

/**
 * Why a text cannot be the name of a venue, in a word or two ("about tickets", "a street address"); undefined if it
 * can. Emails often have a piece of other text instead of the place.
 */
export const junkVenueReason = (name: string): string | undefined => {
  const text = name.normalize("NFC").trim()
  const length = [...text].length
  if (length < 2) return "too short"
  if (length > 80) return "too long"
  return junkRules.find(({ pattern }) => pattern.test(text))?.reason
}

/** True for texts that cannot be the name of a venue. */
export const isJunkVenue = (name: string): boolean => junkVenueReason(name) !== undefined
