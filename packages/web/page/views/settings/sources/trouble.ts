import { messages } from "../../../messages.ts"
import { inWordsOf, language, type Rules } from "../../../words.ts"

const { troubles } = messages.settings.sources

/** Why a service failed, in words of the API. */
const rules: Rules = [
  [/^(.+?) cannot be reached(?: \(\w+\))?; if this lasts, check (.+)$/, troubles.unreached],
  [/^(.+?) refuses our access \(\d+\): check (.+)$/, troubles.refused],
  [/^(.+?) (?:asks us to slow down|is failing) /, troubles.passing],
  [/^(.+?) (?:sent|sends us|does not support) .*: check (.+)$/, troubles.unknown],
]

/** Why services failed, in the language of the page; a reason that it does not know in words of the API, which names each service that failed. */
export const troubleIn = (said: string): string =>
  language === "en"
    ? said
    : said
        .split(/; (?=[\w-]+: )/)
        .map((one) => inWordsOf(rules, one) ?? one)
        .join(" ")
